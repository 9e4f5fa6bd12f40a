import { randomInt } from 'node:crypto'

/** Of a country code that does not exist, as long as a number may be: thousands are drawn that must differ. */
export const randomPhoneNumber = (): string => `+999${randomInt(1e11, 1e12)}`

const YEAR_MS = 365 * 86_400_000

/**
 * A row of user_verification: an admin has checked the age of this person, who may write more than once in a
 * conversation.
 */
export function checkedAge(userId: string) {
  const nowMs = Date.now()
  return {
    user_id: userId,
    verification_level: 3,
    phone_verified: true,
    id_verified: true,
    phone_number: randomPhoneNumber(),
    verification_provider: 'firebase',
    verification_id: userId,
    verification_expiry: new Date(nowMs + YEAR_MS).toISOString(),
    last_verified: new Date(nowMs).toISOString(),
  }
}
