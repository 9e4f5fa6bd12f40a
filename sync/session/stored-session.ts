import * as v from 'valibot'
import { claimsOf } from './claims.ts'

/** What the auth server gives a token by default. */
const LIFETIME_S = 3600
/** A clock that is corrected by less was not set. */
const SET_BACK_MS = 60_000

/**
 * The parts of a supabase-js session that the engine reads; all other parts are kept as they are.
 * `expires_in` in seconds. `expires_at`, in seconds since the epoch, is the device's time of arrival plus
 * `expires_in`: what the server's clock says is never stored.
 */
const StoredSession = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.optional(v.number(), LIFETIME_S),
  expires_at: v.number(),
  user: v.looseObject({ id: v.string() }),
})
export type StoredSession = v.InferOutput<typeof StoredSession>

const RefreshAnswer = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.optional(v.number(), LIFETIME_S),
  user: v.looseObject({ id: v.string() }),
})

/** The stored session, undefined when there is none or it cannot be read. */
export function readSession(text: string | null): StoredSession | undefined {
  const session = v.safeParse(StoredSession, parseJson(text))
  return session.success ? session.output : undefined
}

/**
 * The answer to a refresh, which arrived at this time by the device's clock, as a session; undefined when it
 * is not one.
 */
export function readRefreshAnswer(text: string, nowMs: number): StoredSession | undefined {
  const answer = v.safeParse(RefreshAnswer, parseJson(text))
  if (!answer.success) return undefined
  return { ...answer.output, expires_at: Math.floor(nowMs / 1000) + answer.output.expires_in }
}

const WithSessionId = v.object({ session_id: v.string() })

/** What all tokens of one sign-in have in common; undefined when the token does not say. */
export function sessionIdOf(session: StoredSession | undefined): string | undefined {
  const claims = v.safeParse(WithSessionId, session && claimsOf(session.access_token))
  return claims.success ? claims.output.session_id : undefined
}

/** True if the clock was set back since the session arrived, so that nobody knows how old it is. */
export const isAgeUnknown = ({ expires_at, expires_in }: StoredSession, nowMs: number): boolean =>
  (expires_at - expires_in) * 1000 > nowMs + SET_BACK_MS

/** Is the access token good for at least `marginMs` more? `nowMs`: the device's clock. */
export const isFresh = (session: StoredSession, nowMs: number, marginMs: number): boolean =>
  session.expires_at * 1000 > nowMs + marginMs && !isAgeUnknown(session, nowMs)

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
