/** Documents read in one task. */
const PAGE_ROWS = 100

/**
 * Opens a database as it is, whatever its version, or answers undefined when there is none. Hazard: a connection that stayed open would hold up whoever
 * deletes the database, so it gives way.
 */
export function openExisting(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    let isNew = false
    request.onupgradeneeded = () => {
      isNew = true
      // Leaves no empty database behind
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
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, 'readonly')
    const rows: Record<string, unknown>[] = []
    const store = transaction.objectStore(table)
    const next = (after: IDBValidKey | undefined): void => {
      const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true)
      const keys = store.getAllKeys(range, PAGE_ROWS)
      const page: IDBRequest<Record<string, unknown>[]> = store.getAll(range, PAGE_ROWS)
      page.onsuccess = () => {
        for (const row of page.result) if (wanted(row)) rows.push(row)
        if (page.result.length === PAGE_ROWS) next(keys.result.at(-1))
      }
    }
    next(undefined)
    transaction.oncomplete = () => resolve(rows)
    transaction.onabort = () => reject(transaction.error ?? new Error('reading was aborted'))
  })
}

/** What RxDB calls the index in which unsaved documents are found (`defineSchema`), and its two values of `_deleted`. */
const UNSAVED_INDEX = '[_deleted+row_version+id]'
const DELETED_VALUES = ['0', '1']

/** The documents that the server does not have, deleted ones too; without reading the others where the database has an index for it. */
export async function readUnsaved(database: IDBDatabase, table: string): Promise<Record<string, unknown>[]> {
  if (!database.objectStoreNames.contains(table)) return []
  const transaction = database.transaction(table, 'readonly')
  const store = transaction.objectStore(table)
  if (!store.indexNames.contains(UNSAVED_INDEX))
    return readRows(database, table, (row) => row['row_version'] === 0)
  const found = DELETED_VALUES.map((deleted): IDBRequest<Record<string, unknown>[]> =>
    store.index(UNSAVED_INDEX).getAll(IDBKeyRange.bound([deleted, 0], [deleted, 0, []])),
  )
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(found.flatMap((request) => request.result))
    transaction.onabort = () => reject(transaction.error ?? new Error('reading was aborted'))
  })
}

/** Resolves when the database is gone; rejects when somebody keeps it open. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onblocked = () => reject(new Error(`${name} is still open somewhere`))
    deleting.onerror = () => reject(deleting.error ?? new Error(`${name} could not be deleted`))
  })
}
