import type { Disk, DiskDatabase } from './disk.ts'
import { SimEvent, SimTarget } from './events.ts'
import { compareKeys, type Key, KeyRange, type KeyPath } from './idb-keys.ts'
import { IdbStore, nameList } from './idb-store.ts'
import { IdbRequest, IdbTransaction, type TransactionQueue } from './idb-transaction.ts'
import type { Process } from './process.ts'

/** One opening or deletion of a database. */
type Job = { process: Process; run: (done: () => void) => void }

/** What the processes of a device share of their databases while they live. */
export type DiskTraffic = {
  connections: Map<string, Set<IdbDatabase>>
  transactions: Map<string, TransactionQueue>
  /** One after the other for each database. */
  jobs: Map<string, Job[]>
  /** Called when a connection closes. */
  onClosed: Map<string, () => void>
}

export const createTraffic = (): DiskTraffic => ({
  connections: new Map(),
  transactions: new Map(),
  jobs: new Map(),
  onClosed: new Map(),
})

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** IDBDatabase */
class IdbDatabase extends SimTarget {
  readonly name: string
  onversionchange: ((event: SimEvent) => void) | null = null
  onclose: ((event: SimEvent) => void) | null = null
  closed = false
  upgrade: IdbTransaction | undefined
  readonly process: Process
  readonly #disk: Disk
  readonly #database: DiskDatabase
  readonly #traffic: DiskTraffic
  readonly #die = (): void => this.#leave()

  constructor(process: Process, disk: Disk, database: DiskDatabase, traffic: DiskTraffic) {
    super()
    this.process = process
    this.name = database.name
    this.#disk = disk
    this.#database = database
    this.#traffic = traffic
    entry(traffic.connections, database.name, () => new Set()).add(this)
    process.onDeath.add(this.#die)
  }
  get version(): number {
    return this.#database.version
  }
  get objectStoreNames() {
    return nameList(this.#database.stores.keys())
  }
  transaction(
    names: string | Iterable<string>,
    mode: 'readonly' | 'readwrite' = 'readonly',
    options: { durability?: string } = {},
  ) {
    const scope = typeof names === 'string' ? [names] : [...names]
    if (this.closed) throw new DOMException('the connection is closed', 'InvalidStateError')
    if (scope.some((name) => !this.#database.stores.has(name)))
      throw new DOMException('no such store', 'NotFoundError')
    return this.begin(scope, mode, options.durability)
  }
  begin(
    scope: string[],
    mode: 'readonly' | 'readwrite' | 'versionchange',
    durability?: string,
  ): IdbTransaction {
    const queue = entry(this.#traffic.transactions, this.name, () => [])
    const parts = { process: this.process, disk: this.#disk, database: this.#database, queue, db: this }
    const transaction = new IdbTransaction(parts, scope, mode, durability)
    const stores = this.#database.stores
    return Object.assign(transaction, {
      objectStoreNames: nameList(scope),
      objectStore: (name: string): IdbStore => {
        const store = stores.get(name)
        if (store === undefined || (mode !== 'versionchange' && !transaction.scope.has(name)))
          throw new DOMException(`no store ${name}`, 'NotFoundError')
        return new IdbStore(transaction, store)
      },
    })
  }
  createObjectStore(name: string, options: { keyPath?: KeyPath; autoIncrement?: boolean } = {}): IdbStore {
    if (this.upgrade === undefined) throw new DOMException('not upgrading', 'InvalidStateError')
    const { keyPath = null, autoIncrement = false } = options
    const store = { name, keyPath, autoIncrement, nextKey: 1, records: [], indexes: new Map() }
    this.#database.stores.set(name, store)
    return new IdbStore(this.upgrade, store)
  }
  deleteObjectStore(name: string): void {
    this.#database.stores.delete(name)
  }
  close(): void {
    this.#leave()
    this.process.onDeath.delete(this.#die)
  }
  #leave(): void {
    this.closed = true
    this.#traffic.connections.get(this.name)?.delete(this)
    this.#traffic.onClosed.get(this.name)?.()
  }
}

/** Runs what is to be done to a database after all that was asked before; a dead process's turn is over. */
function inTurn(traffic: DiskTraffic, name: string, process: Process, run: Job['run']): void {
  const jobs = entry(traffic.jobs, name, () => [])
  const next = (): void => {
    const job = jobs[0]
    if (job === undefined) return
    let over = false
    const done = (): void => {
      if (over) return
      over = true
      job.process.onDeath.delete(done)
      jobs.shift()
      next()
    }
    if (!job.process.alive) return done()
    job.process.onDeath.add(done)
    job.run(done)
  }
  if (jobs.push({ process, run }) === 1) next()
}

/** indexedDB of one device, as one of its processes has it. */
export function idbDoor(process: Process, disk: Disk, traffic: DiskTraffic) {
  const pause = (): number => process.random.between(0.02, 0.3)
  const isOpen = (name: string): boolean => (traffic.connections.get(name)?.size ?? 0) > 0

  /** Runs `work` once nobody has the database open, asking those who do to close it. */
  const alone = (request: IdbRequest, name: string, versions: object, work: () => void): void => {
    for (const other of traffic.connections.get(name) ?? []) {
      other.process.task(pause(), 'idb versionchange', () => {
        if (!other.closed) other.dispatchEvent(new SimEvent('versionchange', versions))
      })
    }
    const attempt = (): void => {
      if (isOpen(name)) return
      traffic.onClosed.delete(name)
      process.onDeath.delete(giveUp)
      process.task(pause(), 'idb alone', work)
    }
    const giveUp = (): void => void traffic.onClosed.delete(name)
    traffic.onClosed.set(name, attempt)
    process.onDeath.add(giveUp)
    if (isOpen(name))
      process.task(5, 'idb blocked', () => {
        if (isOpen(name) && traffic.onClosed.get(name) === attempt)
          request.dispatchEvent(new SimEvent('blocked', { target: request, ...versions }))
      })
    attempt()
  }

  const succeed = (request: IdbRequest, result: unknown, type = 'success', extra: object = {}): void => {
    request.result = result
    request.readyState = 'done'
    request.dispatchEvent(new SimEvent(type, { target: request, ...extra }))
  }
  const fail = (request: IdbRequest, name: string): void => {
    request.readyState = 'done'
    request.error = new DOMException('the database cannot be opened', name)
    request.dispatchEvent(new SimEvent('error', { target: request }))
  }

  const upgrade = (request: IdbRequest, database: DiskDatabase, version: number, done: () => void): void => {
    const oldVersion = database.version
    const before = new Map(database.stores)
    const undo = (): void => {
      database.version = oldVersion
      database.stores = before
      if (oldVersion === 0) disk.databases.delete(database.name)
    }
    const connection = new IdbDatabase(process, disk, database, traffic)
    const transaction = connection.begin([...database.stores.keys()], 'versionchange')
    database.version = version
    connection.upgrade = transaction
    request.transaction = transaction
    transaction.onEnd = (committed) => {
      connection.upgrade = undefined
      if (committed) return
      undo()
      connection.close()
    }
    transaction.addEventListener('complete', () => {
      request.transaction = null
      done()
      process.task(0.01, 'idb opened', () => succeed(request, connection))
    })
    transaction.addEventListener('abort', () => {
      done()
      fail(request, 'AbortError')
    })
    succeed(request, connection, 'upgradeneeded', { oldVersion, newVersion: version })
  }

  const open = (request: IdbRequest, name: string, wanted: number | undefined, done: () => void): void => {
    const database = entry(disk.databases, name, () => ({ name, version: 0, stores: new Map() }))
    const version = wanted ?? Math.max(1, database.version)
    if (version > database.version) {
      const versions = { oldVersion: database.version, newVersion: version }
      alone(request, name, versions, () => upgrade(request, database, version, done))
      return
    }
    done()
    if (version < database.version) fail(request, 'VersionError')
    else succeed(request, new IdbDatabase(process, disk, database, traffic))
  }

  return {
    open: (name: string, wanted?: number): IdbRequest => {
      const request = new IdbRequest()
      inTurn(traffic, name, process, (done) =>
        process.task(pause(), 'idb open', () => open(request, name, wanted, done)),
      )
      return request
    },
    deleteDatabase: (name: string): IdbRequest => {
      const request = new IdbRequest()
      inTurn(traffic, name, process, (done) => {
        process.task(pause(), 'idb delete', () => {
          const oldVersion = disk.databases.get(name)?.version ?? 0
          alone(request, name, { oldVersion, newVersion: null }, () => {
            disk.databases.delete(name)
            done()
            succeed(request, undefined, 'success', { oldVersion, newVersion: null })
          })
        })
      })
      return request
    },
    databases: () =>
      Promise.resolve([...disk.databases.values()].map(({ name, version }) => ({ name, version }))),
    cmp: (a: Key, b: Key): number => Math.sign(compareKeys(a, b)),
  }
}

export { KeyRange as IDBKeyRange }
