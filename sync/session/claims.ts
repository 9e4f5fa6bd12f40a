import { lacksSecondFactor } from '#domain/second-factor.ts'

/** What an access token says, as far as it is ASCII; undefined when it cannot be read. */
export function claimsOf(accessToken: string): unknown {
  try {
    return JSON.parse(atob((accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return undefined
  }
}

/** Has whoever signed in given the password only, where the account asks for a second factor too? */
export const lacksFactor = (session: { access_token: string; user: unknown }): boolean =>
  lacksSecondFactor(claimsOf(session.access_token), session.user)
