import * as v from 'valibot'
import { claimsOf } from './claims.ts'

/** The parts of a supabase-js session that the engine reads; all other parts are kept as they are. `expires_at` in seconds since the epoch. */
const StoredSession = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_at: v.number(),
  user: v.looseObject({ id: v.string() }),
})
export type StoredSession = v.InferOutput<typeof StoredSession>

const RefreshAnswer = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.optional(v.number(), 3600),
  expires_at: v.optional(v.number()),
  user: v.looseObject({ id: v.string() }),
})

/** The stored session, undefined when there is none or it cannot be read. */
export function readSession(text: string | null): StoredSession | undefined {
  const session = v.safeParse(StoredSession, parseJson(text))
  return session.success ? session.output : undefined
}

/** The answer to a refresh as a session; undefined when it is not one. */
export function readRefreshAnswer(text: string, nowMs: number): StoredSession | undefined {
  const answer = v.safeParse(RefreshAnswer, parseJson(text))
  if (!answer.success) return undefined
  const { expires_at, ...rest } = answer.output
  return { ...rest, expires_at: expires_at ?? Math.floor(nowMs / 1000) + rest.expires_in }
}

const WithSessionId = v.object({ session_id: v.string() })

/** What all tokens of one sign-in have in common; undefined when the token does not say. */
export function sessionIdOf(session: StoredSession | undefined): string | undefined {
  const claims = v.safeParse(WithSessionId, session && claimsOf(session.access_token))
  return claims.success ? claims.output.session_id : undefined
}

/** Is the access token good for at least `marginMs` more? */
export const isFresh = (session: StoredSession, nowMs: number, marginMs: number): boolean =>
  session.expires_at * 1000 > nowMs + marginMs

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
