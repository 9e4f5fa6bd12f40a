import { AuthError } from './errors.ts'
import type { AuthRequest } from './request.ts'

/** As `[auth.rate_limit]` of config.toml: calls of one address in five minutes, and mails of the whole service in an hour. */
export type RateLimits = {
  signInsAndSignUps: number
  tokenRefreshes: number
  tokenVerifications: number
  mailsPerHour: number
}
export type Limiter = {
  /** Throws when the caller's address has asked for this too often. */
  count(request: AuthRequest): void
  /** Throws when the service has sent too many mails. */
  countMail(): void
}

const FIVE_MINUTES_MS = 5 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
/** What GoTrue lets an address ask at once, whatever the number per five minutes. */
const BURST = 30

/** As in GoTrue each endpoint counts by itself, and a password is counted as a refresh is. */
const COUNTED: readonly (readonly [RegExp, Exclude<keyof RateLimits, 'mailsPerHour'>])[] = [
  [/^POST \/signup$/, 'signInsAndSignUps'],
  [/^POST \/recover$/, 'signInsAndSignUps'],
  [/^POST \/resend$/, 'signInsAndSignUps'],
  [/^PUT \/user$/, 'signInsAndSignUps'],
  [/^POST \/token$/, 'tokenRefreshes'],
  [/^(GET|POST) \/verify$/, 'tokenVerifications'],
]

/** Counts in memory: forgotten when the stack ends. */
export function limitRates(limits: RateLimits, now: () => number = Date.now): Limiter {
  const endpoints = COUNTED.map(([pattern, name]) => ({
    pattern,
    take: buckets(BURST, limits[name], FIVE_MINUTES_MS, now),
  }))
  const takeMail = buckets(limits.mailsPerHour, limits.mailsPerHour, HOUR_MS, now)
  return {
    count({ method, path, device }) {
      const line = `${method} ${path}`
      const counted = endpoints.find(({ pattern }) => pattern.test(line))
      if (counted && !counted.take(device.ip))
        throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    },
    countMail() {
      if (!takeMail('')) throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    },
  }
}

const MOST_BUCKETS = 10_000

/** A bucket for each key, full at first and refilled by `refill` in `perMs`; false when it is empty. */
function buckets(size: number, refill: number, perMs: number, now: () => number): (key: string) => boolean {
  const known = new Map<string, { left: number; at: number }>()
  const levelOf = (key: string): number => {
    const bucket = known.get(key)
    return bucket ? Math.min(size, bucket.left + ((now() - bucket.at) * refill) / perMs) : size
  }
  return (key) => {
    if (known.size >= MOST_BUCKETS)
      for (const each of known.keys()) if (levelOf(each) >= size) known.delete(each)
    const left = levelOf(key)
    if (left < 1) return false
    known.set(key, { left: left - 1, at: now() })
    return true
  }
}
