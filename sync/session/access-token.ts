import { type Held, withLock } from '../locks.ts'
import { TransportFailure } from '../replication/failure.ts'
import { isRefusal, MARGIN_MS, RENEWAL_TIMEOUT_MS, storeRefreshed } from './refresh.ts'
import { SESSION_KEY, sessionStorage } from './session-storage.ts'
import { isFresh, readSession, type StoredSession } from './stored-session.ts'

export type AccessTokenOptions = {
  apiUrl: string
  apiKey: string
  now: () => number
  /** The server refused the token at hand: renew it whatever its age. */
  renew?: boolean
  fetch?: typeof fetch
}

export type AccessToken = { userId: string; accessToken: string }

/**
 * A valid access token from the stored session, renewed under the common lock when it is about to end. null when nobody is signed in, or when the server
 * no longer accepts the session; rejects with a TransportFailure when it cannot be told just now.
 */
export async function readAccessToken(options: AccessTokenOptions): Promise<AccessToken | null> {
  const session = readSession(await sessionStorage.getItem(SESSION_KEY))
  if (session === undefined) return null
  if (options.renew !== true && isFresh(session, options.now(), MARGIN_MS)) return tokenOf(session)
  // Only one refresh runs at a time over all tabs and the worker: a refresh token can be used once
  return withLock('refresh', SESSION_KEY, (held) => renewed(options, session, held))
}

const tokenOf = (session: StoredSession): AccessToken => ({
  userId: session.user.id,
  accessToken: session.access_token,
})

/**
 * `refused`: the session that this device held before it waited for the lock. Guarantee: who was stopped, and finds out that another holder has renewed the session meanwhile, takes that one, and
 * neither uses the old token again nor takes its refusal for the session's end.
 */
async function renewed(
  options: AccessTokenOptions,
  refused: StoredSession,
  { isSure }: Held,
): Promise<AccessToken | null> {
  const session = readSession(await sessionStorage.getItem(SESSION_KEY))
  if (session === undefined) return null
  const rotated = session.access_token !== refused.access_token
  if (rotated && isFresh(session, options.now(), MARGIN_MS)) return tokenOf(session)
  // Order matters: in the task of the request, before which this tab may have been stopped for hours
  if (!isSure()) throw new TransportFailure({ kind: 'stalled' })
  const { status, text } = await askForRenewal(options, session.refresh_token)
  if (status === 429 || status >= 500) throw new TransportFailure({ kind: 'server', retryAfterMs: null })
  if (status < 400) {
    const refreshed = await storeRefreshed(SESSION_KEY, session.refresh_token, text, options.now())
    if (refreshed !== undefined) return tokenOf(refreshed)
  }
  const stored = readSession(await sessionStorage.getItem(SESSION_KEY))
  // Signed out meanwhile
  if (stored === undefined) return null
  if (stored.refresh_token !== session.refresh_token) {
    if (isFresh(stored, options.now(), MARGIN_MS)) return tokenOf(stored)
    throw new TransportFailure({ kind: 'stalled' })
  }
  if (isRefusal(status, text)) return null
  throw new TransportFailure({ kind: 'not_the_server' })
}

async function askForRenewal(
  { apiUrl, apiKey, fetch: send = fetch }: AccessTokenOptions,
  refresh_token: string,
): Promise<{ status: number; text: string }> {
  try {
    const response = await send(`${apiUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: apiKey, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
      signal: AbortSignal.timeout(RENEWAL_TIMEOUT_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw new TransportFailure({ kind: 'network' }, { cause: error })
  }
}
