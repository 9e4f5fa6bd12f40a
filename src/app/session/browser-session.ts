import { deviceNow } from '#platform/clock.ts'
import { pushAddress } from '#platform/push.ts'
import { requireStorage } from '#platform/storage-blocked.ts'
import { onResume } from '#sync/page-lifecycle.ts'
import { within } from '#sync/within.ts'
import { environment, type Environment } from '../environment.ts'
import { readPushRecord } from '../push-record.ts'
import { createSession, type Session } from './session.ts'
import { authLinkIn } from './session-state.ts'

/** Database and key under which the auth client keeps the session; also spelt in sync/session, which is loaded only when there is one. */
const SESSION_DATABASE = 'mirutomo-session'
export const SESSION_KEY = 'sb-mirutomo-auth'

/** Has this page seen the database, or made it by signing somebody in? */
let wasThere = false

/**
 * An anonymous visitor has no session database: finding that out loads nothing. One that was there is put back
 * where the browser has taken it away.
 */
async function readStored(): Promise<string | null> {
  const databases = wasThere ? undefined : await indexedDB.databases?.()
  if (databases && !databases.some(({ name }) => name === SESSION_DATABASE)) return null
  wasThere = true
  const { sessionStorage } = await import('#sync/session/session-storage.ts')
  return sessionStorage.getItem(SESSION_KEY)
}

/** Tells the other tabs that a session was taken from this device. */
const LEFT_CHANNEL = 'mirutomo-left'

/** Spec §7: signing out also clears what is stored under keys starting with `sb-`. */
async function clearStored(userId: string): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith('sb-')) storage.removeItem(key)
  }
  const { forgetSession } = await import('#sync/session/own-session.ts')
  await forgetSession(userId)
  const channel = new BroadcastChannel(LEFT_CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Where no pushes to this browser are noted, nobody waits longer to find some. */
const ADDRESS_LIMIT_MS = 500

/** The token is taken along while it is there; the server ends pushes to this browser and the session when it hears of it, and nobody waits for that. */
async function prepareGoodbye(): Promise<() => void> {
  const record = readPushRecord()
  const { readSession } = await import('#sync/session/stored-session.ts')
  const session = readSession(await readStored())
  const address = record?.endpoint ?? (await within(ADDRESS_LIMIT_MS, pushAddress()).catch(() => undefined))
  return () => {
    if (session === undefined) return
    const tell = async ({ apiUrl, publishableKey }: Environment): Promise<void> => {
      const ask = (path: string, body: object): Promise<Response> =>
        fetch(apiUrl + path, {
          method: 'POST',
          headers: {
            apikey: publishableKey,
            authorization: `Bearer ${session.access_token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
          keepalive: true,
        })
      // Order matters: the token ends with the session
      if (address !== undefined) await ask('/rest/v1/rpc/unsubscribe_push', { endpoint: address })
      await ask('/auth/v1/logout?scope=local', {})
    }
    environment()
      .then(tell)
      // Without a connection the server keeps a session whose tokens nobody has any more; of the pushes it hears from the push service
      .catch(() => {})
  }
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

/**
 * What the address brought, taken out of it: what is no session is told once, and not again after a reload;
 * of a session the time at which, by the server's clock, it ends, which the auth client would compare with
 * the device's.
 */
function takeAddress(): Pick<Location, 'hash' | 'search'> {
  const { hash, search, pathname } = location
  const brings = authLinkIn({ hash, search })?.brings
  if (hash !== '' && (brings === 'refusal' || brings === 'half'))
    history.replaceState(history.state, '', pathname + search)
  if (brings === 'session')
    history.replaceState(history.state, '', pathname + search + hash.replace(/\bexpires_at=\d+&?/, ''))
  return { hash, search }
}

export const openBrowserSession = (): Session =>
  createSession({
    readStored,
    clearStored,
    prepareGoodbye,
    openDoor: async (told) => {
      await requireStorage()
      wasThere = true
      const [{ openAuthDoor }, known] = await Promise.all([import('./auth-door.ts'), environment()])
      return openAuthDoor(known, told)
    },
    address: takeAddress(),
    onOtherTab: (told) => {
      // The auth client announces its events to other tabs on a channel named like its key.
      new BroadcastChannel(SESSION_KEY).onmessage = () => told('changed')
      new BroadcastChannel(LEFT_CHANNEL).onmessage = () => told('left')
      onResume(() => told('left'))
    },
  })
