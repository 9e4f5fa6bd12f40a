import * as v from 'valibot'
import { isPast, type ServerTime } from './server-time.ts'

/** The signed-in person as the app around the screens knows them. `name`: username, else the e-mail's part before the @. */
export type Account = {
  userId: string
  email: string
  name: string
  avatarUrl: string | null
  isPremium: boolean
  /** Has a channel registered here (spec §6). */
  isCreator: boolean
  /** As the server last told this device; absent until the device's own profile is read. */
  role?: string | null
  suspension?: Suspension
}

/** The server takes nothing the person writes: why, and until when (ISO 8601; without it until further notice). */
export type Suspension = { reason: string; ends_at?: string }

export const isSuspended = (suspension: Suspension | undefined, now: ServerTime): boolean =>
  suspension !== undefined && (suspension.ends_at === undefined || !isPast(suspension.ends_at, now))

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
  'human_check_missing',
  'human_check_failed',
  'link_expired',
  'banned',
  'reauthentication_needed',
  'code_needed',
  'wrong_code',
  'second_factor_missing',
  'second_factor_exists',
  'second_factor_unavailable',
  'identity_exists',
  'identity_missing',
  'identity_needed',
  'signed_out',
  'unanswered',
  'storage_blocked',
  'offline',
  'invalid',
  'storage',
  'server',
] as const
export type AuthFailure = (typeof AUTH_FAILURES)[number]

export type AuthResult<T = null> = { ok: true; value: T } | { ok: false; code: AuthFailure }

/** What an authenticator app needs to be set up; `qrCode` is an address that an image shows. */
export type SecondFactorSetup = { factorId: string; secret: string; uri: string; qrCode: string }

/**
 * What is left of a deleted account: when (ISO 8601; null when it had gone before), how many rows of each table, and how many files.
 */
export const DeletionReceipt = v.object({
  deleted_at: v.nullable(v.string()),
  rows: v.record(v.string(), v.number()),
  files: v.number(),
})
export type DeletionReceipt = v.InferOutput<typeof DeletionReceipt>
