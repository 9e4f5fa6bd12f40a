import { randomInt } from 'node:crypto'

/** A row of user_verification: an admin has checked the age of this person, who may write more than once in a conversation. */
export function checkedAge(userId: string) {
  const now = new Date().toISOString()
  return {
    user_id: userId,
    verification_level: 3,
    phone_verified: true,
    id_verified: true,
    phone_number: `+8180${randomInt(10_000_000, 100_000_000)}`,
    verification_provider: 'firebase',
    verification_id: userId,
    verification_expiry: now,
    last_verified: now,
  }
}
