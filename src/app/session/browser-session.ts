import { deviceNow } from '#platform/clock.ts'
import { environment } from '../environment.ts'
import { createSession, type Session } from './session.ts'

/** Database and key under which the auth client keeps the session; also spelt in sync/session, which is loaded only when there is one. */
const SESSION_DATABASE = 'mirutomo-session'
export const SESSION_KEY = 'sb-mirutomo-auth'

/** An anonymous visitor has no session database: finding that out loads nothing. */
async function readStored(): Promise<string | null> {
  const databases = await indexedDB.databases?.()
  if (databases && !databases.some(({ name }) => name === SESSION_DATABASE)) return null
  const { sessionStorage } = await import('#sync/session/session-storage.ts')
  return sessionStorage.getItem(SESSION_KEY)
}

/** Spec §7: signing out also clears what is stored under keys starting with `sb-`. */
async function clearStored(): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith('sb-')) storage.removeItem(key)
  }
  const { sessionStorage: kept } = await import('#sync/session/session-storage.ts')
  await kept.removeItem(SESSION_KEY)
}

/**
 * A token good for a request now, refreshed first when it is about to end or when `renew` says that the server refused it.
 * null when nobody is signed in any more; rejects when it cannot be told just now.
 */
export async function accessToken(options?: { renew: boolean }): Promise<string | null> {
  const { readAccessToken } = await import('#sync/session/access-token.ts')
  const { apiUrl, publishableKey } = await environment()
  const token = await readAccessToken({ apiUrl, apiKey: publishableKey, now: deviceNow, ...options })
  return token?.accessToken ?? null
}

export const openBrowserSession = (): Session =>
  createSession({
    readStored,
    clearStored,
    openDoor: async (told) => {
      const [{ openAuthDoor }, known] = await Promise.all([import('./auth-door.ts'), environment()])
      return openAuthDoor(known, told)
    },
    address: { hash: location.hash, search: location.search },
    onOtherTab: (told) => {
      // The auth client announces its events to other tabs on a channel named like its key.
      new BroadcastChannel(SESSION_KEY).onmessage = told
    },
  })
