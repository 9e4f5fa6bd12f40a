import { lacksFactor } from './claims.ts'
import { changeItem, sessionStorage } from './session-storage.ts'
import { isAgeUnknown, readSession, sessionIdOf } from './stored-session.ts'

/**
 * A session whose age is unknown as one that has ended: the auth client would take it for good as long as
 * the clock was set back.
 */
function asEnded(text: string | null): string | null {
  const session = readSession(text)
  return session && isAgeUnknown(session, Date.now()) ? JSON.stringify({ ...session, expires_at: 0 }) : text
}

/** Where a page's auth client keeps its session. */
export type AuthStorage = typeof sessionStorage & {
  /** Does this page hold a session that has still to give the second factor? */
  isWaiting: () => boolean
  /** Gives such a session up; answers its access token, if there was one. */
  stopWaiting: () => string | undefined
}

/**
 * The session storage for supabase-js in a page. Guarantees: a session that this page has known, and that was taken from the device since, is not written back by
 * whatever the auth client still had under way; one that lacks the second factor is this page's alone while nobody is signed in, and is never stored: other tabs and the worker
 * do not see it, and it ends with the page.
 */
export function createAuthStorage(): AuthStorage {
  const known = new Set<string>()
  /** By key. */
  const waiting = new Map<string, string>()
  const idOf = (text: string | null): string | undefined => sessionIdOf(readSession(text))
  const note = (id: string | undefined): void => {
    if (id !== undefined) known.add(id)
  }
  /** Of a session that is signed in here it only takes its own place. */
  const withhold = async (key: string, value: string, id: string | undefined): Promise<void> => {
    let isFree = false
    await changeItem(key, (now) => {
      const isOwn = now !== null && id !== undefined && idOf(now) === id
      isFree = now === null || isOwn
      return isOwn ? null : undefined
    })
    if (id !== undefined) known.delete(id)
    if (isFree) waiting.set(key, value)
    else waiting.delete(key)
  }
  return {
    getItem: async (key) => {
      const text = await sessionStorage.getItem(key)
      note(idOf(text))
      // Whoever signed in meanwhile, in another tab, comes first
      if (text !== null) waiting.delete(key)
      return asEnded(text) ?? waiting.get(key) ?? null
    },
    setItem: async (key, value) => {
      const session = readSession(value)
      const id = sessionIdOf(session)
      if (session !== undefined && lacksFactor(session)) return withhold(key, value, id)
      await changeItem(key, (now) => {
        const wasTaken = id !== undefined && known.has(id) && idOf(now) !== id
        return wasTaken ? undefined : value
      })
      note(id)
      waiting.delete(key)
    },
    removeItem: async (key) => {
      waiting.delete(key)
      await sessionStorage.removeItem(key)
    },
    isWaiting: () => waiting.size > 0,
    stopWaiting: () => {
      const [text = null] = waiting.values()
      waiting.clear()
      return readSession(text)?.access_token
    },
  }
}
