import type { Process } from './process.ts'

type Mode = 'exclusive' | 'shared'
type Holder = { process: Process; mode: Mode; steal: () => void }
type Waiting = { process: Process; mode: Mode; done: boolean; grant: () => void }
type LockState = { held: Holder[]; queue: Waiting[] }
/** The locks of one device, by name. */
export type LockTable = Map<string, LockState>

type Options = {
  mode?: Mode
  signal?: { aborted: boolean; addEventListener(type: string, work: () => void): void }
  steal?: boolean
  ifAvailable?: boolean
}
type Work = (lock: { name: string; mode: Mode } | null) => unknown
type Request = {
  name: string
  mode: Mode
  work: Work
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const aborted = (): DOMException => new DOMException('The lock request was aborted', 'AbortError')

const isFree = ({ held }: LockState, mode: Mode): boolean =>
  held.length === 0 || (mode === 'shared' && held.every((holder) => holder.mode === 'shared'))

function next(state: LockState): void {
  for (let first = state.queue[0]; first !== undefined; first = state.queue[0]) {
    const isGone = first.done || !first.process.alive
    if (!isGone && !isFree(state, first.mode)) return
    state.queue.shift()
    if (!isGone) first.grant()
  }
}

/** navigator.locks of one device: first come, first served; stolen on request; given back when its process dies. */
export function locksDoor(table: LockTable, process: Process) {
  const stateOf = (name: string): LockState => {
    const state = table.get(name) ?? { held: [], queue: [] }
    table.set(name, state)
    return state
  }

  const run = async (work: Work, lock: Parameters<Work>[0]): Promise<unknown> => work(lock)

  const hold = ({ name, mode, work, resolve, reject }: Request): void => {
    const state = stateOf(name)
    const release = (): void => {
      process.onDeath.delete(release)
      const place = state.held.indexOf(holder)
      if (place >= 0) state.held.splice(place, 1)
      next(state)
    }
    const holder: Holder = {
      process,
      mode,
      steal: () => {
        process.onDeath.delete(release)
        process.task(0, 'lock stolen', () => reject(aborted()))
      },
    }
    state.held.push(holder)
    process.onDeath.add(release)
    process.task(process.random.between(0.01, 1), `lock ${name}`, () => {
      run(work, { name, mode }).finally(release).then(resolve, reject)
    })
  }

  const wait = (request: Request, signal: Options['signal']): void => {
    const state = stateOf(request.name)
    const waiting: Waiting = {
      process,
      mode: request.mode,
      done: false,
      grant: () => {
        waiting.done = true
        hold(request)
      },
    }
    signal?.addEventListener('abort', () => {
      if (waiting.done) return
      waiting.done = true
      request.reject(aborted())
      next(state)
    })
    state.queue.push(waiting)
  }

  const ask = (options: Options, request: Request): void => {
    const state = stateOf(request.name)
    if (options.signal?.aborted === true) return request.reject(aborted())
    if (options.steal === true) {
      for (const holder of state.held.splice(0)) holder.steal()
      return hold(request)
    }
    const isAtOnce = state.queue.length === 0 && isFree(state, request.mode)
    if (isAtOnce) return hold(request)
    if (options.ifAvailable !== true) return wait(request, options.signal)
    process.task(0.1, 'lock not free', () => {
      run(request.work, null).then(request.resolve, request.reject)
    })
  }

  return {
    request: (name: string, optionsOrWork: Options | Work, maybeWork?: Work): Promise<unknown> => {
      const options = typeof optionsOrWork === 'function' ? {} : optionsOrWork
      const work = typeof optionsOrWork === 'function' ? optionsOrWork : maybeWork
      if (work === undefined) return Promise.reject(new TypeError('no callback'))
      const mode = options.mode ?? 'exclusive'
      return new Promise((resolve, reject) => ask(options, { name, mode, work, resolve, reject }))
    },
    query: () =>
      Promise.resolve({
        held: [...table].flatMap(([name, { held }]) =>
          held.map(({ mode, process: { name: clientId } }) => ({ name, mode, clientId })),
        ),
        pending: [...table].flatMap(([name, { queue }]) => queue.map(({ mode }) => ({ name, mode }))),
      }),
  }
}
