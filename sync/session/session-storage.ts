export const SESSION_DATABASE = 'mirutomo-session'
/** The key under which supabase-js keeps the session. */
export const SESSION_KEY = 'sb-mirutomo-auth'

const STORE = 'entries'

/**
 * Where supabase-js keeps the session (`auth.storage`): in IndexedDB, so that the service worker can read it. Spoken to without Dexie, because it is read
 * before anything else is loaded. A write is answered once it is on the disk: a rotated refresh token that got lost would sign the person out.
 */
export const sessionStorage = {
  getItem: async (key: string): Promise<string | null> => {
    const value = await run('readonly', (entries) => entries.get(key))
    return typeof value === 'string' ? value : null
  },
  setItem: async (key: string, value: string): Promise<void> => {
    await run('readwrite', (entries) => entries.put(value, key))
  },
  removeItem: async (key: string): Promise<void> => {
    await run('readwrite', (entries) => entries.delete(key))
  },
}

/**
 * Replaces an entry by what `change` makes of it, in one transaction: undefined leaves it as it is, null removes it. Answers whether it was changed.
 */
export async function changeItem(
  key: string,
  change: (now: string | null) => string | null | undefined,
): Promise<boolean> {
  let changed = false
  await run('readwrite', (entries) => {
    const reading = entries.get(key)
    reading.onsuccess = () => {
      const next = change(typeof reading.result === 'string' ? reading.result : null)
      changed = next !== undefined
      if (next === null) entries.delete(key)
      else if (next !== undefined) entries.put(next, key)
    }
    return reading
  })
  return changed
}

let opening: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(SESSION_DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => {
      opening = undefined
      reject(request.error ?? new Error('the session database cannot be opened'))
    }
    request.onsuccess = () => {
      const database = request.result
      const forget = (): void => {
        opening = undefined
      }
      // Somebody deletes the database, or the browser closed it: open anew next time
      database.onversionchange = () => {
        database.close()
        forget()
      }
      database.onclose = forget
      resolve(database)
    }
  })
  return opening
}

async function run(mode: IDBTransactionMode, ask: (entries: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await openDatabase()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const request = ask(transaction.objectStore(STORE))
    const fail = (): void => reject(transaction.error ?? new Error('the session could not be stored'))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = fail
    transaction.onerror = fail
  })
}
