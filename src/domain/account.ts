/** The signed-in person as the app around the screens knows them. `name`: username, else the e-mail's part before the @. */
export type Account = {
  userId: string
  email: string
  name: string
  avatarUrl: string | null
  isPremium: boolean
}

/** Why signing in, signing up or changing what one signs in with failed. Closed; the sentence is chosen at the edge. */
export const AUTH_FAILURES = [
  'invalid_credentials',
  'credentials_missing',
  'wrong_password',
  'email_not_confirmed',
  'user_already_exists',
  'weak_password',
  'same_password',
  'email_invalid',
  'rate_limited',
  'link_expired',
  'banned',
  'reauthentication_needed',
  'identity_exists',
  'identity_missing',
  'identity_needed',
  'signed_out',
  'offline',
  'invalid',
  'server',
] as const
export type AuthFailure = (typeof AUTH_FAILURES)[number]

export type AuthResult<T = null> = { ok: true; value: T } | { ok: false; code: AuthFailure }
