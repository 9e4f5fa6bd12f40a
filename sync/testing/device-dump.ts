import { Dexie } from 'dexie'

/**
 * Everything in every IndexedDB database of this process, names, keys and values, as one text. Bytes are told as latin1, UTF-8 and UTF-16, so that a text hidden in
 * them is found.
 */
export async function dumpDatabases(): Promise<string> {
  const parts: string[] = []
  for (const name of await Dexie.getDatabaseNames()) {
    parts.push(name)
    const database = await openRaw(name)
    for (const table of database.objectStoreNames) parts.push(table, await dumpTable(database, table))
    database.close()
  }
  return parts.join('\n')
}

function openRaw(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error(name))
  })
}

function dumpTable(database: IDBDatabase, table: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, 'readonly')
    const keys = transaction.objectStore(table).getAllKeys()
    const values = transaction.objectStore(table).getAll()
    transaction.oncomplete = () => resolve(textOf([keys.result, values.result]))
    transaction.onabort = () => reject(transaction.error ?? new Error(table))
  })
}

/** A value with everything in it, as text. */
function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer) return textOf(new Uint8Array(value))
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    return (['latin1', 'utf8', 'utf16le'] as const).map((encoding) => bytes.toString(encoding)).join('\n')
  }
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, item]) => `${key}\n${textOf(item)}`)
      .join('\n')
  return String(value)
}
