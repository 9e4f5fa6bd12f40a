import * as v from 'valibot'

export type SignedIn = {
  status: 'signedIn'
  userId: string
  email: string
  /** The address that is to take its place once both have confirmed it. */
  newEmail?: string
  /** As given at sign-up; the profile's own stands above it. */
  username: string | null
  /** Came by the link of a password-reset mail and may set a new password. */
  recovering: boolean
}
export type SignedOut = {
  status: 'signedOut'
  /** left: here, by the person · ended: elsewhere, or by the server · expired: the server refused what this device sent. */
  reason: 'none' | 'left' | 'ended' | 'expired'
}
export type Settled = SignedIn | SignedOut
export type SessionState = { status: 'restoring' } | Settled

export const isSettled = (state: SessionState): state is Settled => state.status !== 'restoring'

const Stored = v.object({
  refresh_token: v.pipe(v.string(), v.minLength(1)),
  user: v.object({
    id: v.pipe(v.string(), v.uuid()),
    email: v.fallback(v.string(), ''),
    new_email: v.fallback(v.optional(v.string(), ''), ''),
    user_metadata: v.fallback(v.object({ username: v.fallback(v.nullish(v.string()), null) }), {
      username: null,
    }),
  }),
})

/** Who a session belongs to: for one handed over by the auth client and for the text it stores; null when it is neither. */
export function signedInBy(session: unknown, recovering = false): SignedIn | null {
  const parsed = v.safeParse(Stored, session)
  if (!parsed.success) return null
  const { id, email, new_email, user_metadata } = parsed.output.user
  return {
    status: 'signedIn',
    userId: id,
    email,
    ...(new_email !== '' && { newEmail: new_email }),
    username: user_metadata.username ?? null,
    recovering,
  }
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
