import { canFreeze } from '../page-lifecycle.ts'
import { repeatAfterFreeze } from '../storage/storage-watch.ts'
import { within } from '../within.ts'

export const SESSION_DATABASE = 'mirutomo-session'
/** The key under which supabase-js keeps the session. */
export const SESSION_KEY = 'sb-mirutomo-auth'

const STORE = 'entries'
/** In place of an entry that was removed: where there is none at all, the browser took it away. */
const GONE = null
/** A tab that is stopped may keep a transaction open that everybody else waits for. */
const ANSWER_MS = 3_000

/**
 * Where supabase-js keeps the session (`auth.storage`): in IndexedDB, so that the service worker can read it. Spoken to without Dexie, because it is read
 * before anything else is loaded. A write is answered once it is on the disk: a rotated refresh token that got lost would sign the person out. Rejects, with nothing written, where the storage
 * does not answer.
 */
export const sessionStorage = {
  getItem: async (key: string): Promise<string | null> => {
    const value = await run('readonly', (entries) => entries.get(key))
    const text = typeof value === 'string' ? value : null
    note(key, text)
    return text
  },
  setItem: async (key: string, value: string): Promise<void> => {
    await run('readwrite', (entries) => entries.put(value, key))
    note(key, value)
  },
  removeItem: async (key: string): Promise<void> => {
    await run('readwrite', (entries) => entries.put(GONE, key))
    note(key, null)
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
  let after: string | null = null
  await run('readwrite', (entries) => {
    const reading = entries.get(key)
    reading.onsuccess = () => {
      const now = typeof reading.result === 'string' ? reading.result : null
      const next = change(now)
      changed = next !== undefined
      after = next === undefined ? now : next
      if (next !== undefined) entries.put(next ?? GONE, key)
    }
    return reading
  })
  note(key, after)
  return changed
}

/**
 * The entries as this page last knew them: they are put back when the browser takes the database away from
 * under an open page. A worker is told of no sign-out, so what it knows may be over: it puts nothing back.
 */
const known = new Map<string, string>()

function note(key: string, value: string | null): void {
  if (value === null) known.delete(key)
  else known.set(key, value)
}

/** A worker may have been the first that made the database anew, and empty. */
function putBack(database: IDBDatabase): void {
  const entries = database.transaction(STORE, 'readwrite', { durability: 'strict' }).objectStore(STORE)
  for (const [key, value] of known) {
    const looking = entries.getKey(key)
    looking.onsuccess = () => {
      if (looking.result === undefined) entries.put(value, key)
    }
  }
}

let opening: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(SESSION_DATABASE, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
    request.onerror = () => {
      opening = undefined
      reject(request.error ?? new Error('the session database cannot be opened'))
    }
    request.onsuccess = () => {
      const database = request.result
      const forget = (): void => {
        opening = undefined
      }
      // Somebody deletes the database on purpose: open anew next time
      database.onversionchange = () => {
        database.close()
        forget()
      }
      database.onclose = forget
      resolve(database)
      // Order matters: whoever waits for the database reads after this
      if (known.size > 0 && canFreeze()) putBack(database)
    }
  })
  return opening
}

const run = (mode: IDBTransactionMode, ask: (entries: IDBObjectStore) => IDBRequest): Promise<unknown> =>
  repeatAfterFreeze(() => runOnce(mode, ask))

async function runOnce(
  mode: IDBTransactionMode,
  ask: (entries: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const begin = async (): Promise<IDBTransaction> =>
    (await within(ANSWER_MS, openDatabase())).transaction(STORE, mode, { durability: 'strict' })
  const transaction = await begin().catch(async (error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    // The browser is closing the connection and has not said so yet
    opening = undefined
    return begin()
  })
  return new Promise((resolve, reject) => {
    const request = ask(transaction.objectStore(STORE))
    const overdue = setTimeout(() => {
      try {
        transaction.abort()
      } catch {
        // It is over, and has not said so yet
      }
    }, ANSWER_MS)
    const fail = (): void => {
      clearTimeout(overdue)
      reject(transaction.error ?? new Error('the session could not be stored'))
    }
    transaction.oncomplete = () => {
      clearTimeout(overdue)
      resolve(request.result)
    }
    transaction.onabort = fail
    transaction.onerror = fail
  })
}
