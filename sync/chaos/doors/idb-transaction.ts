import { SimEvent, SimTarget } from './events.ts'
import type { Change, Disk, DiskDatabase } from './disk.ts'
import type { Process } from './process.ts'

/** IDBRequest */
export class IdbRequest extends SimTarget {
  result: unknown = undefined
  error: unknown = null
  readyState: 'pending' | 'done' = 'pending'
  source: unknown = null
  transaction: IdbTransaction | null = null
  onsuccess: ((event: SimEvent) => void) | null = null
  onerror: ((event: SimEvent) => void) | null = null
  onupgradeneeded: ((event: SimEvent) => void) | null = null
  onblocked: ((event: SimEvent) => void) | null = null
}

type Operation = { request: IdbRequest; run: () => unknown }

/** The transactions of one database, over all processes, in the order in which they began. */
export type TransactionQueue = IdbTransaction[]

type Parts = {
  process: Process
  disk: Disk
  database: DiskDatabase
  queue: TransactionQueue
  /** What `transaction.db` answers. */
  db: unknown
}

/** When a process hears of the last transaction of a database that was stored, ms. */
const HEARD = new WeakMap<Process, Map<string, number>>()
const heardOf = (process: Process): Map<string, number> => {
  const known = HEARD.get(process) ?? new Map<string, number>()
  HEARD.set(process, known)
  return known
}
const heard = (process: Process, database: string): number => heardOf(process).get(database) ?? 0

const MODES = { readonly: 0, readwrite: 1, versionchange: 1 } as const

/** IDBTransaction: one step of it is one task of its process, and it ends when its process does. */
export class IdbTransaction extends SimTarget {
  readonly mode: keyof typeof MODES
  readonly durability: string
  readonly db: unknown
  readonly scope: ReadonlySet<string>
  error: unknown = null
  oncomplete: ((event: SimEvent) => void) | null = null
  onabort: ((event: SimEvent) => void) | null = null
  onerror: ((event: SimEvent) => void) | null = null
  onEnd: ((committed: boolean) => void) | undefined
  readonly changes: Change[] = []
  readonly #parts: Parts
  readonly #operations: Operation[] = []
  readonly #undo: (() => void)[] = []
  #state: 'active' | 'inactive' | 'committing' | 'finished' = 'active'
  #stepping = false
  readonly #die = (): void => this.#end(false)

  constructor(parts: Parts, scope: string[], mode: keyof typeof MODES, durability = 'default') {
    super()
    this.#parts = parts
    this.mode = mode
    this.durability = durability
    this.db = parts.db
    this.scope = new Set(scope)
    parts.queue.push(this)
    parts.process.onDeath.add(this.#die)
    parts.process.kernel.afterThis(() => this.#rest())
  }

  get parts(): Parts {
    return this.#parts
  }

  isActive(): boolean {
    return this.#state === 'active'
  }

  /** Queues one request, or one more answer of a request. */
  ask(source: unknown, run: () => unknown, again?: IdbRequest): IdbRequest {
    if (this.#state !== 'active')
      throw new DOMException('the transaction is not active', 'TransactionInactiveError')
    const request = again ?? new IdbRequest()
    request.readyState = 'pending'
    request.source = source
    request.transaction = this
    this.#operations.push({ request, run })
    return request
  }

  /** Notes how to take a change back. */
  changed(change: Change, undo: () => void): void {
    this.changes.push(change)
    this.#undo.push(undo)
  }

  commit(): void {
    if (this.#state !== 'active') throw new DOMException('the transaction is not active', 'InvalidStateError')
    this.#state = 'inactive'
  }

  abort(error: unknown = null): void {
    if (this.#state === 'finished' || this.#state === 'committing')
      throw new DOMException('the transaction has ended', 'InvalidStateError')
    this.#abort(error)
  }

  /** May it go on, or does one that began earlier hold what it needs? */
  #isFree(): boolean {
    for (const other of this.#parts.queue) {
      if (other === this) return true
      const clash = MODES[other.mode] === 1 || MODES[this.mode] === 1
      if (clash && [...this.scope].some((name) => other.scope.has(name))) return false
    }
    return true
  }

  #rest(): void {
    if (this.#state === 'active') this.#state = 'inactive'
    this.step()
  }

  step(): void {
    if (this.#state !== 'inactive' || this.#stepping || !this.#isFree()) return
    this.#stepping = true
    const { process } = this.#parts
    const operation = this.#operations.shift()
    if (operation === undefined) {
      this.#state = 'committing'
      process.task(process.random.between(0.02, 0.4), `idb commit ${this.#parts.database.name}`, () =>
        this.#commit(),
      )
      return
    }
    process.task(process.random.between(0.01, 0.15), `idb ${this.#parts.database.name}`, () => {
      this.#stepping = false
      if (this.#state !== 'inactive') return
      this.#run(operation)
      process.kernel.afterThis(() => this.#rest())
    })
  }

  #run({ request, run }: Operation): void {
    this.#state = 'active'
    let event = new SimEvent('success', { target: request })
    try {
      request.result = run()
    } catch (error) {
      request.error = error
      event = new SimEvent('error', { target: request })
    }
    request.readyState = 'done'
    let thrown: unknown
    try {
      request.dispatchEvent(event)
    } catch (error) {
      thrown = error
    }
    if (event.type === 'error' && !event.stopped) this.dispatchEvent(event)
    if (this.#state !== 'active') return
    if (thrown !== undefined) this.#abort(new DOMException('a handler threw', 'AbortError'))
    else if (event.type === 'error' && !event.defaultPrevented) this.#abort(request.error)
  }

  #commit(): void {
    const { disk, database, process } = this.#parts
    this.#stepping = false
    if (this.#state !== 'committing') return
    if (this.mode !== 'readonly' && this.changes.length > 0 && disk.quotaFailures > 0) {
      disk.quotaFailures--
      disk.wasFull = true
      this.#abort(new DOMException('the disk is full', 'QuotaExceededError'))
      return
    }
    if (this.changes.length > 0) disk.onCommit(database.name, this.changes, process.name)
    this.#end(true)
    // It is on the disk; that its process hears of it is another step, before which it may die. A process hears of what it stored in one database in order
    const heardAt = Math.max(
      process.kernel.now() + process.random.between(0.01, 0.2),
      heard(process, database.name),
    )
    heardOf(process).set(database.name, heardAt)
    process.task(heardAt - process.kernel.now(), `idb complete ${database.name}`, () => {
      this.dispatchEvent(new SimEvent('complete', { target: this }))
    })
  }

  #abort(error: unknown): void {
    this.error = error
    const waiting = this.#operations.splice(0)
    this.#end(false)
    this.#parts.process.task(0.01, 'idb abort', () => {
      for (const { request } of waiting) {
        request.readyState = 'done'
        request.error = new DOMException('the transaction was aborted', 'AbortError')
        request.dispatchEvent(new SimEvent('error', { target: request }))
      }
      this.dispatchEvent(new SimEvent('abort', { target: this }))
    })
  }

  #end(committed: boolean): void {
    if (this.#state === 'finished') return
    this.#state = 'finished'
    if (!committed) for (const undo of this.#undo.toReversed()) undo()
    const { queue, process } = this.#parts
    queue.splice(queue.indexOf(this), 1)
    process.onDeath.delete(this.#die)
    this.onEnd?.(committed)
    for (const other of queue.slice()) other.step()
  }
}
