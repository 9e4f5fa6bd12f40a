import * as v from 'valibot'
import { lacksFactor } from './claims.ts'
import { changeItem, sessionStorage } from './session-storage.ts'
import { isFresh, readRefreshAnswer, readSession, type StoredSession } from './stored-session.ts'

/** A token with less life left is renewed before it is used. */
export const MARGIN_MS = 60_000

/** An answer that stalls must not keep whoever needs a token waiting for ever. */
export const RENEWAL_TIMEOUT_MS = 20_000

/** fresh: take this session · spent: go on and refresh with this token. */
export type Found = { kind: 'fresh'; session: StoredSession } | { kind: 'spent'; refreshToken: string }

/**
 * To be asked inside the lock: did somebody else refresh while one waited for it? Guarantee: a token that somebody else has used is not used again, which would end
 * the session; also when what they got looks old already, because the clock is wrong or the device slept.
 */
export async function findRotated(storageKey: string, refreshToken: string, nowMs: number): Promise<Found> {
  const session = readSession(await sessionStorage.getItem(storageKey))
  if (session === undefined || session.refresh_token === refreshToken) return { kind: 'spent', refreshToken }
  return isFresh(session, nowMs, MARGIN_MS)
    ? { kind: 'fresh', session }
    : { kind: 'spent', refreshToken: session.refresh_token }
}

/** The auth server's codes for a refresh token that is worth nothing any more. */
const REFUSED = v.picklist([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_banned',
  'user_not_found',
])
/** Where the code stands depends on the version of the API that was asked for. */
const Refusal = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ code: REFUSED }), v.object({ error_code: REFUSED })]),
)

/**
 * Is this the auth server's own word that the session is over? Guarantee: nothing that a captive portal, a proxy or a server in trouble answers is taken for it,
 * whatever its status.
 */
export const isRefusal = (status: number, text: string): boolean =>
  status >= 400 && status < 500 && v.is(Refusal, text)

/**
 * Stores what the server answered, before the lock is released. Guarantee: a session that was signed out, or replaced by another account's, meanwhile
 * does not come back; one that lacks the second factor now is taken from the device.
 */
export async function storeRefreshed(
  storageKey: string,
  refreshToken: string,
  answerText: string,
  nowMs: number,
): Promise<StoredSession | undefined> {
  const refreshed = readRefreshAnswer(answerText, nowMs)
  if (refreshed === undefined) return undefined
  const stored = await changeItem(storageKey, (now) => {
    const session = readSession(now)
    if (session?.refresh_token !== refreshToken) return undefined
    return lacksFactor(refreshed) ? null : JSON.stringify({ ...session, ...refreshed })
  })
  return stored && !lacksFactor(refreshed) ? refreshed : undefined
}
