import type { DexieStorageInternals } from 'rxdb/plugins/core'

/** The object store in which the Dexie storage keeps all documents of a collection. */
const DOCS = 'docs'

/** Dexie's own connection, spoken to without Dexie. Fails like the stock storage when it is closed. */
async function connection(internals: DexieStorageInternals): Promise<IDBDatabase> {
  const { dexieDb } = await internals
  const database: unknown = dexieDb.isOpen() ? dexieDb.backendDB() : null
  if (database === null) throw new Error(`the database ${dexieDb.name} is closed`)
  return database as IDBDatabase
}

/** Runs one reading transaction; `ask` issues its requests and calls `done` with the result. */
export async function read<Result>(
  internals: DexieStorageInternals,
  ask: (docs: IDBObjectStore, done: (result: Result) => void) => void,
): Promise<Result> {
  const database = await connection(internals)
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(DOCS, 'readonly')
    transaction.onabort = () => reject(transaction.error ?? new Error('reading was aborted'))
    ask(transaction.objectStore(DOCS), resolve)
  })
}

/**
 * Runs one writing transaction. Guarantee: it resolves only once everything is on the disk (durability strict), and rejects when nothing was stored.
 * `ask` runs inside the transaction and must issue all its requests from the callbacks of others.
 */
export async function write(
  internals: DexieStorageInternals,
  ask: (docs: IDBObjectStore) => void,
): Promise<void> {
  const database = await connection(internals)
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(DOCS, 'readwrite', { durability: 'strict' })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('writing was aborted'))
    ask(transaction.objectStore(DOCS))
  })
}

/** Gets the documents of these keys, in their order, undefined for those that do not exist. */
export function getEach(docs: IDBObjectStore, keys: string[], done: (found: unknown[]) => void): void {
  if (keys.length === 0) return done([])
  const found: unknown[] = Array.from({ length: keys.length })
  let missing = keys.length
  for (const [position, key] of keys.entries()) {
    const request = docs.get(key)
    request.onsuccess = () => {
      found[position] = request.result
      if (--missing === 0) done(found)
    }
  }
}
