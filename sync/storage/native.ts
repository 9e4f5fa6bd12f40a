import type { DexieStorageInternals } from 'rxdb/plugins/core'

/** The object store in which the Dexie storage keeps all documents of a collection. */
export const DOCS = 'docs'
/** An object store that the Dexie storage makes and never uses: how far the pull of the collection has come is kept there, so that it is written together with the rows. */
export const PROGRESS = 'changes'

/** Requests issued in one task, so that none is long however much is written: ten take a few ms on a phone. */
const SLICE = 10
/** Slices on their way at once: with fewer the browser has nothing to do until the page comes to the next answer. */
const AHEAD = 10

/** The store is closing, or the database was deleted under it. */
export class DatabaseClosedError extends Error {
  override readonly name = 'DatabaseClosedError'
}

/** The account leaves this device; nothing of it is written any more. */
export class AccountLeftError extends DatabaseClosedError {}

const aborted = (): DOMException => new DOMException('the transaction was aborted', 'AbortError')

/** Dexie's own connection, spoken to without Dexie. Fails like the stock storage when it is closed. */
async function connection(internals: DexieStorageInternals): Promise<IDBDatabase> {
  const { dexieDb } = await internals
  const database: unknown = dexieDb.isOpen() ? dexieDb.backendDB() : null
  if (database === null) throw new DatabaseClosedError(`the database ${dexieDb.name} is closed`)
  return database as IDBDatabase
}

/** After a read that failed; one failure is often the only one. */
const READ_AGAIN_MS = 100

/** Runs one reading transaction, and once more where it failed; `ask` issues its requests and calls `done` with the result. */
export async function read<Result>(...given: Reading<Result>): Promise<Result> {
  try {
    return await readOnce(...given)
  } catch (error) {
    if (error instanceof DatabaseClosedError) throw error
    await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS))
    return readOnce(...given)
  }
}

type Reading<Result> = [
  internals: DexieStorageInternals,
  ask: (docs: IDBObjectStore, done: (result: Result) => void) => void,
  store?: string,
]

async function readOnce<Result>(...[internals, ask, store = DOCS]: Reading<Result>): Promise<Result> {
  const database = await connection(internals)
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, 'readonly')
    transaction.onabort = () => reject(transaction.error ?? aborted())
    ask(transaction.objectStore(store), resolve)
  })
}

/**
 * Runs one writing transaction. Guarantee: it resolves only once everything is on the disk (durability strict), and rejects when nothing was stored.
 * `ask` runs inside the transaction and must issue all its requests from the callbacks of others. Relaxed: what is stored may be gone after a crash, unless a strict transaction followed it.
 */
export async function write(
  internals: DexieStorageInternals,
  ask: (docs: IDBObjectStore, transaction: IDBTransaction) => void,
  stores: string | string[] = DOCS,
  durability: 'strict' | 'relaxed' = 'strict',
): Promise<void> {
  const database = await connection(internals)
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(stores, 'readwrite', { durability })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? aborted())
    try {
      ask(transaction.objectStore(DOCS), transaction)
    } catch (error) {
      transaction.abort()
      throw error
    }
  })
}

/** Makes one request for each item, in order, and calls `done` when the last was answered. Hazard: `ask` must leave `onsuccess` and `onerror` of its request alone. */
export function each<Item>(
  items: readonly Item[],
  ask: (item: Item, position: number) => IDBRequest,
  done: () => void,
): void {
  if (items.length === 0) return done()
  let asked = 0
  let answered = 0
  let ahead = 0
  const next = (): void => {
    if (asked === items.length || ahead === AHEAD) return
    const first = asked
    asked = Math.min(first + SLICE, items.length)
    ahead += 1
    const requests = items.slice(first, asked).map((item, position) => ask(item, first + position))
    const [begun, last] = [requests[0], requests.at(-1)]
    // One answer begins one slice: those that are ahead come one by one, not all in the first task
    if (begun !== last) onAnswer(begun, next)
    // Answers come in the order of the requests
    onAnswer(last, () => {
      ahead -= 1
      answered += requests.length
      if (answered === items.length) done()
      else next()
    })
  }
  next()
}

function onAnswer(request: IDBRequest | undefined, goOn: () => void): void {
  if (request === undefined) return
  request.onsuccess = goOn
  // After any other error the transaction is given up
  request.onerror = () => isTaken(request) && goOn()
}

/** Gets the documents of these keys, in their order, undefined for those that do not exist. */
export function getEach(
  docs: IDBObjectStore,
  keys: readonly string[],
  done: (found: unknown[]) => void,
): void {
  const requests: IDBRequest<unknown>[] = []
  each(
    keys,
    (key, position) => {
      const request: IDBRequest<unknown> = docs.get(key)
      // The browser makes a document of an answer when it is first asked for, and keeps it: here each in its own task, not all in the last
      request.addEventListener('success', () => void request.result)
      requests[position] = request
      return request
    },
    () => done(requests.map((request) => request.result)),
  )
}

/** Adds each item's document; calls `done` with the items whose key was taken, which stay as they were. */
export function addEach<Item>(
  docs: IDBObjectStore,
  items: readonly Item[],
  documentOf: (item: Item) => unknown,
  done: (taken: Item[]) => void,
): void {
  const requests: IDBRequest[] = []
  each(
    items,
    (item, position) => {
      const request = docs.add(documentOf(item))
      requests[position] = request
      request.addEventListener('error', (event) => {
        if (!isTaken(request)) return
        // Or the whole transaction would be given up
        event.preventDefault()
        event.stopPropagation()
      })
      return request
    },
    () => done(items.filter((_, position) => isTaken(requests[position]))),
  )
}

const isTaken = (request: IDBRequest | undefined): boolean => request?.error?.name === 'ConstraintError'

/**
 * Puts each item's document, then `last` is called for what else is to be written, and the transaction is committed at once: waiting for the answers first
 * would cost a way to the browser's process and back. What fails then still undoes everything.
 */
export function putEach<Item>(
  docs: IDBObjectStore,
  items: readonly Item[],
  documentOf: (item: Item) => unknown,
  last: () => void = () => {},
): void {
  const full = items.slice(0, items.length - (items.length % SLICE))
  each(
    full,
    (item) => docs.put(documentOf(item)),
    () => {
      for (const item of items.slice(full.length)) docs.put(documentOf(item))
      last()
      docs.transaction.commit()
    },
  )
}
