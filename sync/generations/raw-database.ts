import { Overdue, within } from '../within.ts'

/** Documents read in one task. */
const PAGE_ROWS = 100
/** A tab that is stopped may keep a transaction open that everything else of the database waits for. */
const ANSWER_MS = 1_000

/**
 * Opens nothing: to open what is not there creates it, and a page that is frozen meanwhile keeps all others
 * out of it (WebKit). Rejects with Overdue where the storage does not answer.
 */
export async function databaseExists(name: string): Promise<boolean> {
  const databases = await within(ANSWER_MS, indexedDB.databases())
  return databases.some((database) => database.name === name)
}

/**
 * Opens a database that was listed before, as it is, whatever its version, or answers undefined when there is none; rejects with Overdue where the storage does not answer. Hazard: a connection
 * that stayed open would hold up whoever deletes the database, so it gives way.
 */
export async function openExisting(name: string): Promise<IDBDatabase | undefined> {
  const opening = requestExisting(name)
  try {
    return await within(ANSWER_MS, opening)
  } catch (error) {
    opening.then(
      (late) => late?.close(),
      () => {},
    )
    throw error
  }
}

/**
 * Resolves when the transaction is done. Rejects when it was aborted, or with Overdue, having aborted it, when it has to wait for somebody else's for too long: `first`, of its requests, is
 * not answered then.
 */
export function doneInTime(transaction: IDBTransaction, first: IDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Overdue('a transaction has to wait for another'))
      // Or it would be done whenever its turn comes. It may be over already, and not have said so
      try {
        transaction.abort()
      } catch {}
    }, ANSWER_MS)
    first.addEventListener('success', () => clearTimeout(timer))
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => {
      clearTimeout(timer)
      reject(transaction.error ?? new Error('the transaction was aborted'))
    }
  })
}

function requestExisting(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    let isNew = false
    request.onupgradeneeded = () => {
      isNew = true
      // Deleted since it was listed. Leaves no empty database behind
      request.transaction?.abort()
    }
    request.onsuccess = () => {
      const database = request.result
      database.onversionchange = () => database.close()
      resolve(database)
    }
    request.onerror = () =>
      isNew ? resolve(undefined) : reject(request.error ?? new Error(`${name} cannot be opened`))
  })
}

/** All rows of an object store for which `wanted` holds, in the order of their keys; none where the store does not exist. */
export async function readRows(
  database: IDBDatabase,
  table: string,
  wanted: (row: Record<string, unknown>) => boolean = () => true,
): Promise<Record<string, unknown>[]> {
  if (!database.objectStoreNames.contains(table)) return []
  const transaction = database.transaction(table, 'readonly')
  const rows: Record<string, unknown>[] = []
  const store = transaction.objectStore(table)
  const next = (after: IDBValidKey | undefined): IDBRequest => {
    const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true)
    const keys = store.getAllKeys(range, PAGE_ROWS)
    const page: IDBRequest<Record<string, unknown>[]> = store.getAll(range, PAGE_ROWS)
    page.onsuccess = () => {
      for (const row of page.result) if (wanted(row)) rows.push(row)
      if (page.result.length === PAGE_ROWS) next(keys.result.at(-1))
    }
    return page
  }
  await doneInTime(transaction, next(undefined))
  return rows
}

/** The rows of an object store that have these keys; none where the store does not exist. */
export async function readByIds(
  database: IDBDatabase,
  table: string,
  ids: readonly string[],
): Promise<Record<string, unknown>[]> {
  if (!database.objectStoreNames.contains(table)) return []
  const transaction = database.transaction(table, 'readonly')
  const store = transaction.objectStore(table)
  const asked = ids.map((id): IDBRequest<Record<string, unknown> | undefined> => store.get(id))
  const [first] = asked
  if (first === undefined) return []
  await doneInTime(transaction, first)
  return asked.map(({ result }) => result).filter((row) => row !== undefined)
}

/** What RxDB calls the index in which unsaved documents are found (`defineSchema`), with `'0'` or `'1'` for `_deleted`. */
const UNSAVED_INDEX = '[_deleted+row_version+id]'

/** The documents that the server does not have, deleted ones too; without reading the others where the database has an index for it. */
export async function readUnsaved(database: IDBDatabase, table: string): Promise<Record<string, unknown>[]> {
  if (!database.objectStoreNames.contains(table)) return []
  const transaction = database.transaction(table, 'readonly')
  const store = transaction.objectStore(table)
  if (!store.indexNames.contains(UNSAVED_INDEX))
    return readRows(database, table, (row) => row['row_version'] === 0)
  const unsaved = (deleted: string): IDBRequest<Record<string, unknown>[]> =>
    store.index(UNSAVED_INDEX).getAll(IDBKeyRange.bound([deleted, 0], [deleted, 0, []]))
  const [alive, gone] = [unsaved('0'), unsaved('1')]
  await doneInTime(transaction, alive)
  return [...alive.result, ...gone.result]
}

/** Resolves when the database is gone; rejects when somebody keeps it open, or with Overdue when whoever does is stopped. */
export function deleteDatabase(name: string): Promise<void> {
  const deleted = new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onblocked = () => reject(new Error(`${name} is still open somewhere`))
    deleting.onerror = () => reject(deleting.error ?? new Error(`${name} could not be deleted`))
  })
  return within(ANSWER_MS, deleted)
}
