import type { Keys } from '../gateway/keys.ts'
import type { CaptchaSettings } from './captcha.ts'
import type { Database } from './database.ts'
import type { Guesses } from './guesses.ts'
import type { Mailer } from './mailer.ts'
import type { Passwords } from './passwords.ts'
import type { Limiter, RateLimits } from './rate-limits.ts'
import type { AuthRequest } from './request.ts'

/** As in config.toml; what is optional has the Supabase CLI's default. */
export type AuthSettings = {
  /** Whether a new address must be confirmed by a mail before one can sign in. */
  emailConfirmations: boolean
  minPasswordLength: number
  jwtExpirySeconds: number
  /** An already used refresh token is forgiven this long. */
  refreshReuseIntervalSeconds: number
  /** Whether a change of address must be confirmed from the old one too. */
  secureEmailChange?: boolean
  /** At least this long between two mails of one kind to one person. */
  mailIntervalSeconds?: number
  /** A mail's code and link work this long. */
  otpExpirySeconds?: number
  /** What one address may ask in five minutes, and how many mails are sent in an hour. */
  rateLimits: RateLimits
  /** Where sign-ins, sign-ups and requests for mails need a CAPTCHA's token; null where they do not. */
  captcha?: CaptchaSettings | null
  /** Whether authenticator apps may be set up, and their codes given. */
  totpEnroll?: boolean
  totpVerify?: boolean
}

/** What every endpoint works with. */
export type AuthContext = {
  database: Database
  passwords: Passwords
  keys: Keys
  mailer: Mailer
  /** The issuer of tokens: where this service is reached. */
  authUrl: string
  siteUrl: string
  guesses: Guesses
  limiter: Limiter
  /** Throws when the request needs a CAPTCHA's token and has none that is accepted. */
  verifyCaptcha: (request: AuthRequest) => Promise<void>
  settings: Required<AuthSettings>
}
