/** The signed-in person as the app around the screens knows them. `name`: username, else the e-mail's part before the @. */
export type Account = {
  userId: string
  email: string
  name: string
  avatarUrl: string | null
  isPremium: boolean
}

/** Why signing in, signing up or changing a password failed. Closed; the sentence is chosen at the edge. */
export const AUTH_FAILURES = [
  'invalid_credentials',
  'email_not_confirmed',
  'user_already_exists',
  'weak_password',
  'same_password',
  'email_invalid',
  'rate_limited',
  'signed_out',
  'offline',
  'invalid',
  'server',
] as const
export type AuthFailure = (typeof AUTH_FAILURES)[number]

export type AuthResult<T = null> = { ok: true; value: T } | { ok: false; code: AuthFailure }
