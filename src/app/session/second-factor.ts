import type { AuthClient } from '@supabase/supabase-js'
import type { AuthResult, SecondFactorSetup } from '#domain/account.ts'
import { answer, failureOf } from './auth-failures.ts'

type Client = InstanceType<typeof AuthClient>

/** The name under which authenticator apps show it. */
const APP = 'ミルトモ'

/** Gives the code of the account's authenticator app: the client's session goes on with it. */
export async function giveCode(client: Client, code: string): Promise<AuthResult> {
  const { data, error } = await client.mfa.listFactors()
  if (error) return { ok: false, code: failureOf(error) }
  const factor = data.totp[0]
  if (factor === undefined) return { ok: false, code: 'second_factor_missing' }
  return answer((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error, null)
}

/** What a person does about their authenticator app, in the session of this client. */
export const secondFactorOf = (client: Client) => ({
  giveCode: (code: string): Promise<AuthResult> => giveCode(client, code),
  beginSecondFactor: async (): Promise<AuthResult<SecondFactorSetup>> => {
    const listed = await client.mfa.listFactors()
    if (listed.error) return { ok: false, code: failureOf(listed.error) }
    // What was begun and given up would stand in the way
    const begun = listed.data.all.filter(({ status }) => status === 'unverified')
    await Promise.all(begun.map(({ id }) => client.mfa.unenroll({ factorId: id })))
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: APP, issuer: APP })
    if (error) return { ok: false, code: failureOf(error) }
    const { secret, uri, qr_code } = data.totp
    return { ok: true, value: { factorId: data.id, secret, uri, qrCode: qr_code } }
  },
  /** The first code: from now on one is asked for at sign-in, and the person's other sessions end. */
  confirmSecondFactor: async (factorId: string, code: string): Promise<AuthResult> =>
    answer((await client.mfa.challengeAndVerify({ factorId, code })).error, null),
  endSecondFactor: async (code: string): Promise<AuthResult> => {
    const given = await giveCode(client, code)
    if (!given.ok && given.code !== 'second_factor_missing') return given
    const { data } = await client.mfa.listFactors()
    for (const { id } of data?.totp ?? []) {
      const { error } = await client.mfa.unenroll({ factorId: id })
      if (error) return { ok: false, code: failureOf(error) }
    }
    // The stored session is to know it; another refresh will tell it if this one cannot
    await client.refreshSession()
    return { ok: true, value: null }
  },
})
