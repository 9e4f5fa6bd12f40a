import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Claims } from '../gateway/keys.ts'
import { openOwnAuth, PASSWORD, uniqueEmail, type OwnAuth } from './testing/own-auth.ts'
import { fromBase32, totpAt } from './totp.ts'

const stack = inject('stack')
let own: OwnAuth

beforeAll(async () => {
  own = await openOwnAuth(stack.db, { totpEnroll: true, totpVerify: true })
})
afterAll(() => own.close())

type Person = { client: SupabaseClient; email: string }
async function person(): Promise<Person> {
  const [client, email] = [own.client(), uniqueEmail()]
  const { error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  return { client, email }
}
async function elsewhere({ email }: Person): Promise<SupabaseClient> {
  const client = own.client()
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return client
}
const enrol = async ({ client }: { client: SupabaseClient }, friendlyName = 'app') => {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName,
    issuer: 'ミルトモ',
  })
  if (error) throw error
  return { factorId: data.id, ...data.totp }
}
/** The code that the app shows; each is taken once, so that the next comes from the step after. */
const codeOf = (secret: string, steps = 0): string => totpAt(fromBase32(secret), Date.now() + steps * 30_000)

async function withFactor(): Promise<Person & { factorId: string; secret: string }> {
  const one = await person()
  const { factorId, secret } = await enrol(one)
  const { error } = await one.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -1) })
  if (error) throw error
  return { ...one, factorId, secret }
}
const claims = async (client: SupabaseClient): Promise<Claims> =>
  own.keys.verify((await client.auth.getSession()).data.session?.access_token ?? '')
const level = async (client: SupabaseClient) => (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data
const errorOf = async (asked: Promise<{ error: unknown }>): Promise<unknown> => (await asked).error

describe('setting it up', () => {
  test('a secret, its address and a drawing come back; nothing counts before the first code', async () => {
    const one = await person()
    const { factorId, secret, uri, qr_code } = await enrol(one)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(new URL(uri).pathname)).toBe(`/ミルトモ:${one.email}`)
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    const { data } = await one.client.auth.mfa.listFactors()
    expect(data).toMatchObject({
      all: [{ id: factorId, status: 'unverified', friendly_name: 'app' }],
      totp: [],
    })
    expect(JSON.stringify(data)).not.toContain(secret)
    expect(await level(await elsewhere(one))).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  test('the first code raises the session, keeps it over a refresh and ends the others', async () => {
    const one = await person()
    const other = await elsewhere(one)
    const [{ factorId, secret }] = [await enrol(one), await enrol(one, 'another try')]
    const { session_id } = await claims(one.client)
    await one.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    for (const refreshed of [false, true]) {
      if (refreshed) await one.client.auth.refreshSession()
      expect(await claims(one.client)).toMatchObject({
        aal: 'aal2',
        session_id,
        amr: [{ method: 'totp' }, { method: 'password' }],
      })
    }
    const { data } = await one.client.auth.mfa.listFactors()
    expect(data).toMatchObject({ all: [{ id: factorId, status: 'verified' }] })
    expect(await errorOf(other.auth.refreshSession())).toMatchObject({ code: 'refresh_token_not_found' })
  })

  test('a name stands for one factor, and there are ten at most', async () => {
    const one = await person()
    await enrol(one, 'app 0')
    const again = one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app 0' })
    expect(await errorOf(again)).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    for (let number = 1; number < 10; number += 1) await enrol(one, `app ${number}`)
    const eleventh = one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app 10' })
    expect(await errorOf(eleventh)).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  })
})

describe('signing in', () => {
  test('the password alone is the first level, and can change nothing', async () => {
    const one = await withFactor()
    const thief = await elsewhere(one)
    expect(await level(thief)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const refused = { status: 401, code: 'insufficient_aal' }
    expect(await errorOf(thief.auth.updateUser({ password: 'another-password' }))).toMatchObject(refused)
    expect(await errorOf(thief.auth.updateUser({ email: uniqueEmail() }))).toMatchObject(refused)
    const factor = thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })
    expect(await errorOf(factor)).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const off = thief.auth.mfa.unenroll({ factorId: one.factorId })
    expect(await errorOf(off)).toMatchObject({ status: 422, code: 'insufficient_aal' })
  })

  test('neither does the link of a password mail', async () => {
    const one = await withFactor()
    await own.client().auth.resetPasswordForEmail(one.email)
    const link = own.mails.find(({ to }) => to === one.email)?.link ?? ''
    const thief = own.client()
    const token_hash = new URL(link).searchParams.get('token') ?? ''
    await thief.auth.verifyOtp({ token_hash, type: 'recovery' })
    expect(await claims(thief)).toMatchObject({ aal: 'aal1' })
    expect(await errorOf(thief.auth.updateUser({ password: 'another-password' }))).toMatchObject({
      code: 'insufficient_aal',
    })
  })

  test('a code counts once, and a wrong one not at all', async () => {
    const one = await withFactor()
    const { factorId, secret } = one
    const [here, there] = [await elsewhere(one), await elsewhere(one)]
    const give = (client: SupabaseClient, code: string) =>
      client.auth.mfa.challengeAndVerify({ factorId, code })
    const wrong = { status: 422, code: 'mfa_verification_failed' }
    for (const code of ['', 'abcdef', codeOf(secret, 3)]) {
      expect(await errorOf(give(here, code))).toMatchObject(wrong)
    }
    const code = codeOf(secret, 1)
    expect(await errorOf(give(here, code))).toBeNull()
    expect(await claims(here)).toMatchObject({ aal: 'aal2' })
    const fresh = await elsewhere(one)
    expect(await errorOf(give(fresh, code))).toMatchObject(wrong)
    expect(await errorOf(there.auth.getUser())).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(await errorOf(one.client.auth.getUser())).toBeNull()
  })

  test('whoever guesses is stopped, also when all guesses come at once', async () => {
    const one = await withFactor()
    const thief = await elsewhere(one)
    const guess = () => thief.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: '000000' })
    const errors = await Promise.all(Array.from({ length: 14 }, () => errorOf(guess())))
    const codes = errors.map((error) => JSON.stringify(error))
    expect(codes.filter((code) => code.includes('mfa_verification_failed'))).toHaveLength(10)
    const right = thief.auth.mfa.challengeAndVerify({ factorId: one.factorId, code: codeOf(one.secret, 1) })
    expect(await errorOf(right)).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  test("another person's factor and challenge are not there", async () => {
    const [one, other] = [await withFactor(), await withFactor()]
    const theirs = one.client.auth.mfa.challengeAndVerify({ factorId: other.factorId, code: '000000' })
    expect(await errorOf(theirs)).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    const { data } = await other.client.auth.mfa.challenge({ factorId: other.factorId })
    const borrowed = one.client.auth.mfa.verify({
      factorId: one.factorId,
      challengeId: data?.id ?? '',
      code: codeOf(one.secret, 1),
    })
    expect(await errorOf(borrowed)).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
  })
})

test('turned off, the session falls back, and the password is enough again', async () => {
  const one = await withFactor()
  expect(await errorOf(one.client.auth.mfa.unenroll({ factorId: one.factorId }))).toBeNull()
  await one.client.auth.refreshSession()
  expect(await claims(one.client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect((await one.client.auth.getUser()).data.user?.factors).toBeUndefined()
  expect(await level(await elsewhere(one))).toMatchObject({ nextLevel: 'aal1' })
})

test('an administrator takes it away from who has lost the app, and nobody else does', async () => {
  const one = await withFactor()
  const userId = (await one.client.auth.getUser()).data.user?.id ?? ''
  const factor = { id: one.factorId, userId }
  expect(await errorOf(one.client.auth.admin.mfa.deleteFactor(factor))).toMatchObject({ code: 'not_admin' })
  const { mfa } = own.client(own.keys.secretKey).auth.admin
  expect((await mfa.listFactors({ userId })).data).toMatchObject({ factors: [{ id: one.factorId }] })
  expect(await errorOf(mfa.deleteFactor(factor))).toBeNull()
  expect(await errorOf(mfa.deleteFactor(factor))).toMatchObject({ code: 'mfa_factor_not_found' })
  expect(await level(await elsewhere(one))).toMatchObject({ nextLevel: 'aal1' })
})
