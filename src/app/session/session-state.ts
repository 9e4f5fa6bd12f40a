import * as v from 'valibot'
import { secondFactorSince } from '#domain/second-factor.ts'
import { lacksFactor } from '#sync/session/claims.ts'

export type SignedIn = {
  status: 'signedIn'
  userId: string
  email: string
  /** The address that is to take its place once both have confirmed it. */
  newEmail?: string
  /** Since when (ISO 8601) a code is asked for at sign-in, if it is. */
  secondFactorSince?: string
  /** As given at sign-up; the profile's own stands above it. */
  username: string | null
  /** Came by the link of a password-reset mail and may set a new password. */
  recovering: boolean
}
export type SignedOut = {
  status: 'signedOut'
  /** left: here, by the person · ended: elsewhere, or by the server · expired: the server refused what this device sent. */
  reason: 'none' | 'left' | 'ended' | 'expired'
  /** The password, or a mail's link, was accepted in this tab; the code of the authenticator app is still to be given. */
  codeDue?: CodeDue
}
export type CodeDue = { email: string; recovering: boolean }
export type Settled = SignedIn | SignedOut
export type SessionState = { status: 'restoring' } | Settled

export const isSettled = (state: SessionState): state is Settled => state.status !== 'restoring'

const Stored = v.object({
  access_token: v.fallback(v.string(), ''),
  refresh_token: v.pipe(v.string(), v.minLength(1)),
  user: v.looseObject({
    id: v.pipe(v.string(), v.uuid()),
    email: v.fallback(v.string(), ''),
    new_email: v.fallback(v.optional(v.string(), ''), ''),
    user_metadata: v.fallback(v.object({ username: v.fallback(v.nullish(v.string()), null) }), {
      username: null,
    }),
  }),
})

/**
 * Who a session belongs to: for one handed over by the auth client and for the text it stores; null when it is neither, and when it lacks the second factor, which is nobody's.
 */
export function signedInBy(session: unknown, recovering = false): SignedIn | null {
  const parsed = v.safeParse(Stored, session)
  if (!parsed.success || lacksFactor(parsed.output)) return null
  const since = secondFactorSince(parsed.output.user)
  const { id, email, new_email, user_metadata } = parsed.output.user
  return {
    status: 'signedIn',
    userId: id,
    email,
    ...(new_email !== '' && { newEmail: new_email }),
    ...(since !== null && { secondFactorSince: since }),
    username: user_metadata.username ?? null,
    recovering,
  }
}

/** For whom a session still wants the code; null when it wants none. */
export function codeDueBy(session: unknown, recovering: boolean): CodeDue | null {
  const parsed = v.safeParse(Stored, session)
  if (!parsed.success || !lacksFactor(parsed.output)) return null
  return { email: parsed.output.user.email, recovering }
}

export function signedInByText(text: string | null): SignedIn | null {
  if (text === null) return null
  try {
    return signedInBy(JSON.parse(text))
  } catch {
    return null
  }
}

/** What a link from a mail brings back in the address. half: the first of the two that a change of address takes. */
export type AuthLink = { brings: 'session'; for: string | null } | { brings: 'refusal' | 'half' }

export function authLinkIn(address: Pick<Location, 'hash' | 'search'>): AuthLink | null {
  const hash = new URLSearchParams(address.hash.replace(/^#/, ''))
  const search = new URLSearchParams(address.search)
  if (hash.has('error_code') || hash.has('error') || search.has('error_code')) return { brings: 'refusal' }
  if (hash.has('access_token')) return { brings: 'session', for: hash.get('type') }
  return hash.has('message') ? { brings: 'half' } : null
}

/** What the person is told after following a link out of a mail. */
export type LinkNews = 'confirmed' | 'email_changed' | 'email_half' | 'refused'

/** What a session brought by a link was good for; null when there is nothing to tell. */
export const newsOfSession = (link: string | null): LinkNews | null =>
  link === 'signup' ? 'confirmed' : link === 'email_change' ? 'email_changed' : null
