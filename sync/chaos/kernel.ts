/** A callback of an event loop, to run at a virtual time. */
export type Task = { at: number; order: number; owner: Owner | undefined; label: string; work: () => void }
/** Whose tasks stop when it dies. */
export type Owner = {
  name: string
  alive: boolean
  ran: number
  /** What waits while the browser has frozen it, in order. */
  frozen?: Task[] | undefined
  onTask?: () => void
}

/**
 * One thread, one queue, virtual time: it jumps to the next task, and everything that a task's promises lead to is done before the next. Whatever runs is a
 * function of the tasks alone.
 */
export type Kernel = {
  /** ms since the start. */
  now: () => number
  after(ms: number, label: string, work: () => void, owner?: Owner): Task
  cancel: (task: Task) => void
  /** Nothing of it runs for so many ms, or until it is thawed; then everything that waited runs in its order. */
  freeze(owner: Owner, ms: number): void
  thaw(owner: Owner): void
  /** Runs `work` when the present task and its promises are done. */
  afterThis: (work: () => void) => void
  /** Runs every task due until `until` (ms since the start), or until `done` says so between two tasks. */
  run(until: number, done?: () => boolean): Promise<void>
  /** Differs as soon as anything ran at another time or in another order. */
  fingerprint(): string
  tasksRun(): number
}

/** No run needs a tenth of it. */
const MOST_TASKS = 100_000

export function createKernel(onLine?: (line: string) => void): Kernel {
  const heap: Task[] = []
  const afterwards: (() => void)[] = []
  let now = 0
  let order = 0
  let ran = 0
  let hash = 2_166_136_261

  const note = (task: Task): void => {
    const text = `${task.at} ${task.owner?.name ?? ''} ${task.label}`
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
    onLine?.(text)
  }

  const runDue = (until: number): boolean => {
    for (let work = afterwards.shift(); work !== undefined; work = afterwards.shift()) work()
    for (;;) {
      const task = heap[0]
      if (task === undefined || task.at > until) return false
      pop(heap)
      if (task.owner?.alive === false) continue
      if (task.owner?.frozen !== undefined) {
        task.owner.frozen.push(task)
        continue
      }
      now = Math.max(now, task.at)
      if (++ran > MOST_TASKS)
        throw new Error(`it does not come to rest: ${task.owner?.name ?? ''} ${task.label}`)
      note(task)
      if (task.owner !== undefined) task.owner.ran++
      task.work()
      task.owner?.onTask?.()
      return true
    }
  }

  const after: Kernel['after'] = (ms, label, work, owner) => {
    const task = { at: now + Math.max(0, ms), order: order++, owner, label, work }
    push(heap, task)
    return task
  }
  const thaw = (owner: Owner): void => {
    const waiting = owner.frozen ?? []
    owner.frozen = undefined
    for (const task of waiting) push(heap, Object.assign(task, { at: now, order: order++ }))
  }

  return {
    now: () => now,
    after,
    freeze: (owner, ms) => {
      const waiting: Task[] = owner.frozen ?? []
      owner.frozen = waiting
      after(ms, 'thaw', () => {
        if (owner.frozen === waiting) thaw(owner)
      })
    },
    thaw,
    cancel: (task) => {
      task.owner = GONE
    },
    afterThis: (work) => void afterwards.push(work),
    run: (until, done) =>
      new Promise((resolve, reject) => {
        const step = (): void => {
          try {
            if (done?.() === true) return resolve()
            if (!runDue(until)) {
              // What was put off may have brought new tasks
              if (afterwards.length === 0 && !(heap[0] !== undefined && heap[0].at <= until)) {
                now = Math.max(now, Number.isFinite(until) ? until : now)
                return resolve()
              }
            }
          } catch (error) {
            return reject(error as Error)
          }
          whenQuiet(step)
        }
        whenQuiet(step)
      }),
    fingerprint: () => `${ran}:${(hash >>> 0).toString(16)}`,
    tasksRun: () => ran,
  }
}

/** Order matters: a tick comes only when no promise has anything left to do. */
const whenQuiet = (work: () => void): void => queueMicrotask(() => process.nextTick(work))

const GONE: Owner = { name: 'cancelled', alive: false, ran: 0 }

const isBefore = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

function push(heap: Task[], task: Task): void {
  let hole = heap.push(task) - 1
  while (hole > 0) {
    const parent = (hole - 1) >> 1
    const above = heap[parent]
    if (above === undefined || !isBefore(task, above)) break
    heap[hole] = above
    hole = parent
  }
  heap[hole] = task
}

/** Takes the first task away. */
function pop(heap: Task[]): void {
  const task = heap.pop()
  if (task === undefined || heap.length === 0) return
  let hole = 0
  for (;;) {
    let child = 2 * hole + 1
    const [left, right] = [heap[child], heap[child + 1]]
    if (left === undefined) break
    let least = left
    if (right !== undefined && isBefore(right, left)) {
      least = right
      child++
    }
    if (!isBefore(least, task)) break
    heap[hole] = least
    hole = child
  }
  heap[hole] = task
}
