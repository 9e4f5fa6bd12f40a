import { changeItem, sessionStorage } from './session-storage.ts'
import { readSession, sessionIdOf } from './stored-session.ts'

/**
 * The session storage for supabase-js in a page. Guarantee: a session that this page has known, and that was taken from the device since, is not written back by
 * whatever the auth client still had under way.
 */
export function createAuthStorage(): typeof sessionStorage {
  const known = new Set<string>()
  const idOf = (text: string | null): string | undefined => sessionIdOf(readSession(text))
  const note = (id: string | undefined): void => {
    if (id !== undefined) known.add(id)
  }
  return {
    getItem: async (key) => {
      const text = await sessionStorage.getItem(key)
      note(idOf(text))
      return text
    },
    setItem: async (key, value) => {
      const id = idOf(value)
      await changeItem(key, (now) => {
        const wasTaken = id !== undefined && known.has(id) && idOf(now) !== id
        return wasTaken ? undefined : value
      })
      note(id)
    },
    removeItem: sessionStorage.removeItem,
  }
}
