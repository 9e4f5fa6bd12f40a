import { AuthError } from './errors.ts'

const MOST = 10
const WITHIN_MS = 15 * 60 * 1000

/** Counts wrong codes by person: whoever has the password must not try them all. Forgotten when the stack ends. */
export type Guesses = {
  /** Throws when this person has too many behind them. */
  check(userId: string): void
  note(userId: string): void
}

export function countGuesses(now: () => number = Date.now): Guesses {
  const wrong = new Map<string, number[]>()
  const recent = (userId: string): number[] =>
    (wrong.get(userId) ?? []).filter((time) => time > now() - WITHIN_MS)
  return {
    check(userId) {
      if (recent(userId).length >= MOST) {
        throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
      }
    },
    note(userId) {
      wrong.set(userId, [...recent(userId), now()])
    },
  }
}
