import type { SupabaseClient } from '@supabase/supabase-js'
import { fromBase32, totpAt } from '../../supabase/local/auth/totp.ts'

/** The code that an authenticator app with this key (base 32) shows now. */
export const codeOf = (secret: string): string => totpAt(fromBase32(secret), Date.now())

/**
 * Sets up an authenticator app in the session of this client, which goes on as one that has given the code.
 */
export async function setUpSecondFactor(client: SupabaseClient): Promise<void> {
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
  if (enrolled.error) throw enrolled.error
  const { id, totp } = enrolled.data
  const given = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) })
  if (given.error) throw given.error
}
