import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import type { SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as v from 'valibot'
import { PHONE_BONUS_POINTS } from '#domain/verification.ts'
import { createKeys, newSecrets } from '../gateway/keys.ts'
import { openServer, type HttpServer } from '../gateway/server.ts'
import { createFunctions } from '../functions/functions.ts'
import { anonymousClient, serviceClient } from '../../../tests/support/session.ts'

const stack = inject('stack')
const PROJECT = 'a-project'

let numbers = 10_000_000 + Math.floor(Math.random() * 10_000_000)
const newPhone = (): string => `+8180${String(numbers++)}`
const seconds = (): number => Math.floor(Date.now() / 1000)

type Person = { id: string; token: string; client: SupabaseClient }
async function signUp(): Promise<Person> {
  const client = anonymousClient(stack)
  const { data, error } = await client.auth.signUp({
    email: `${randomUUID()}@phone.test`,
    password: 'a-password-of-theirs',
  })
  if (error) throw error
  return { id: data.user?.id ?? '', token: data.session?.access_token ?? '', client }
}

/** What the verification and the points of a person are, as they read it themselves. */
async function stateOf({ client }: Person) {
  const [verification, points, transactions] = await Promise.all([
    client.from('user_verification').select('verification_level, phone_verified, phone_number'),
    client.from('user_points').select('balance, lifetime_earned'),
    client.from('point_transactions').select('amount, transaction_type, description'),
  ])
  return { verification: verification.data, points: points.data, transactions: transactions.data }
}
const NOTHING = { verification: [], points: [], transactions: [] }
const verified = (phone: string) => ({
  verification: [{ verification_level: 2, phone_verified: true, phone_number: phone }],
  points: [{ balance: 20, lifetime_earned: 20 }],
  transactions: [{ amount: 20, transaction_type: 'login_bonus', description: '電話番号認証ボーナス' }],
})

describe('by keys of our own, so that every token can be forged', () => {
  let right: Awaited<ReturnType<typeof generateKeyPair>>
  let wrong: Awaited<ReturnType<typeof generateKeyPair>>
  let published: unknown
  let server: HttpServer
  let close: () => Promise<void>

  beforeAll(async () => {
    right = await generateKeyPair('RS256')
    wrong = await generateKeyPair('RS256')
    published = { keys: [{ ...(await exportJWK(right.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] }
    const jwks = await openServer({
      port: 0,
      portName: 'API_PORT',
      log: console.error,
      handle: () => Promise.resolve(Response.json(published)),
    })
    const functions = await createFunctions({
      directory: join(import.meta.dirname, '..', '..', 'functions'),
      config: { 'verify-phone': { verify_jwt: false } },
      keys: await createKeys(newSecrets(0)),
      env: {
        SUPABASE_URL: stack.api,
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.serviceKey }),
        FIREBASE_PROJECT_ID: PROJECT,
        FIREBASE_JWKS_URL: `http://localhost:${jwks.port}/keys`,
      },
    })
    server = await openServer({
      port: 0,
      portName: 'API_PORT',
      log: console.error,
      handle: (request, info) => functions.handle(request, info),
    })
    close = async () => {
      await functions.close()
      await server.close()
      await jwks.close()
    }
  })
  afterAll(() => close())

  const call = async (authorization: string | null, body: unknown): Promise<[number, unknown]> => {
    const answer = await fetch(`http://localhost:${server.port}/functions/v1/verify-phone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization !== null && { authorization }) },
      body: JSON.stringify(body),
    })
    return [answer.status, await answer.json()]
  }

  const claimsOf = (phone: string, provenAt = seconds()): JWTPayload => ({
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    // Firebase knows a person by the number
    sub: `uid of ${phone}`,
    iat: seconds(),
    exp: seconds() + 3600,
    auth_time: provenAt,
    phone_number: phone,
    firebase: { sign_in_provider: 'phone', identities: { phone: [phone] } },
  })
  const sign = (claims: JWTPayload, key = right.privateKey, kid = 'k1'): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
  const without = (name: string, claims: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))
  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

  const forgeries: [string, (claims: JWTPayload) => Promise<string> | string][] = [
    ['signed by another key', (claims) => sign(claims, wrong.privateKey)],
    ['of a key that is not published', (claims) => sign(claims, wrong.privateKey, 'k2')],
    ['not signed', (claims) => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`],
    [
      'signed with the public key as a secret',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .sign(new TextEncoder().encode(JSON.stringify(published))),
    ],
    [
      'changed after it was signed',
      async (claims) => {
        const [head, , signature] = (await sign(claims)).split('.')
        return `${head}.${base64({ ...claims, sub: 'another' })}.${signature}`
      },
    ],
    ['of another issuer', (claims) => sign({ ...claims, iss: 'https://securetoken.google.com/another' })],
    ['for another project', (claims) => sign({ ...claims, aud: 'another' })],
    ['that has expired', (claims) => sign({ ...claims, exp: seconds() - 60 })],
    ['that never expires', (claims) => sign(without('exp', claims))],
    ['of a sign-in long ago', (claims) => sign({ ...claims, auth_time: seconds() - 3_000 })],
    ['of a sign-in in the future', (claims) => sign({ ...claims, auth_time: seconds() + 600 })],
    ['without the time of its sign-in', (claims) => sign(without('auth_time', claims))],
    ['for another number', (claims) => sign({ ...claims, phone_number: newPhone() })],
    ['without a number', (claims) => sign(without('phone_number', claims))],
    ['of nobody', (claims) => sign({ ...claims, sub: '' })],
    [
      'of a sign-in that was not by phone',
      (claims) => sign({ ...claims, firebase: { sign_in_provider: 'custom' } }),
    ],
    ['that is none', () => 'not-a-token'],
    ['that is empty', () => ''],
  ]
  test('each kind of forged token is refused and leaves nothing', async () => {
    const person = await signUp()
    for (const [kind, forge] of forgeries) {
      const phone = newPhone()
      const token = await forge(claimsOf(phone))
      expect([kind, ...(await call(`Bearer ${person.token}`, { token, phone }))]).toEqual([
        kind,
        403,
        { code: 'token_refused' },
      ])
    }
    expect(await stateOf(person)).toEqual(NOTHING)
  })

  test('without a person there is nobody to verify', async () => {
    const phone = newPhone()
    const body = { token: await sign(claimsOf(phone)), phone }
    const nobody = [null, 'Bearer x.y.z', `Bearer ${stack.publishableKey}`, `Bearer ${stack.serviceKey}`]
    for (const authorization of nobody)
      expect(await call(authorization, body)).toEqual([401, { code: 'signed_out' }])
  })

  test.each([[null], [{}], [{ token: 1, phone: '090' }], [[]]])('%j is no question', async (body) => {
    const { token } = await signUp()
    expect(await call(`Bearer ${token}`, body)).toEqual([400, { code: 'invalid' }])
  })

  test('fifty calls at once earn one bonus', async () => {
    const person = await signUp()
    const phone = newPhone()
    const token = await sign(claimsOf(phone))
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(`Bearer ${person.token}`, { token, phone })),
    )
    expect(answers.map(([status]) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    const earned = answers.map(([, body]) => v.parse(v.object({ points: v.number() }), body).points)
    expect(earned.toSorted((a, b) => b - a)).toEqual([
      PHONE_BONUS_POINTS,
      ...Array.from({ length: 49 }, () => 0),
    ])
    expect(await stateOf(person)).toEqual(verified(phone))
  })

  test('nobody who calls twice at once is told that their own number is taken', async () => {
    const pool = new pg.Pool({ connectionString: stack.db, max: 20 })
    const { id } = await signUp()
    const record = async (phone: string): Promise<unknown> =>
      pool.query('select public.record_phone_verification($1, $2, $3, $4)', [
        id,
        phone,
        'firebase',
        `uid of ${phone}`,
      ])
    try {
      // Whether two meet between the two indexes is chance: it happened in one round of eight
      for (let round = 0; round < 40; round += 1) {
        await pool.query('delete from public.user_verification where user_id = $1', [id])
        const phone = newPhone()
        await Promise.all(Array.from({ length: 20 }, () => record(phone)))
      }
    } finally {
      await pool.end()
    }
  })

  test('of many accounts that claim a number at once, one gets it and the others are told', async () => {
    const phone = newPhone()
    const people = await Promise.all(Array.from({ length: 5 }, signUp))
    const answers = await Promise.all(
      people.map(async (person, index) => {
        const token = await sign(claimsOf(phone, seconds() - index))
        return call(`Bearer ${person.token}`, { token, phone: phone.replace('+81', '0') })
      }),
    )
    expect(answers.filter(([status]) => status === 200)).toEqual([[200, { points: 20 }]])
    expect(answers.filter(([status]) => status !== 200)).toEqual(
      Array.from({ length: 4 }, () => [409, { code: 'phone_taken' }]),
    )
    const states = await Promise.all(people.map(stateOf))
    expect(states.filter(({ points }) => points?.length === 0)).toEqual(
      Array.from({ length: 4 }, () => NOTHING),
    )
  })

  test('a proof verifies one account, also where the number is free again, and a number earns one bonus', async () => {
    const [one, other] = [await signUp(), await signUp()]
    const [phone, provenAt] = [newPhone(), seconds() - 60]
    const verify = async (person: Person, claims: JWTPayload) =>
      call(`Bearer ${person.token}`, { token: await sign(claims), phone: String(claims['phone_number']) })
    expect(await verify(one, claimsOf(phone, provenAt))).toEqual([200, { points: PHONE_BONUS_POINTS }])
    expect(await verify(one, claimsOf(newPhone()))).toEqual([200, { points: 0 }])
    // A refreshed token is of the same proof
    for (const iat of [provenAt, seconds()])
      expect(await verify(other, { ...claimsOf(phone, provenAt), iat })).toEqual([
        403,
        { code: 'token_refused' },
      ])
    expect(await stateOf(other)).toEqual(NOTHING)
    expect(await verify(other, claimsOf(phone))).toEqual([200, { points: 0 }])
  })
})

describe('by the stand-in of the stack', () => {
  const google = (path: string, body: unknown): Promise<Response> =>
    fetch(`${stack.api}/identitytoolkit.googleapis.com/v1/accounts:${path}?key=local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const Sms = v.array(v.object({ to: v.string(), code: v.string() }))
  async function codeSentTo(phone: string): Promise<string> {
    const messages = v.parse(Sms, await (await fetch(`${stack.sms}.json`)).json())
    return messages.find(({ to }) => to === phone)?.code ?? ''
  }
  async function sendTo(phone: string): Promise<string> {
    const answer = await google('sendVerificationCode', { phoneNumber: phone, recaptchaToken: 'solved' })
    return v.parse(v.object({ sessionInfo: v.string() }), await answer.json()).sessionInfo
  }
  const errorOf = async (answer: Response): Promise<unknown> => [
    answer.status,
    v.parse(v.object({ error: v.object({ message: v.string() }) }), await answer.json()).error.message,
  ]

  test('a code from /sms proves the number, once', async () => {
    const person = await signUp()
    const phone = newPhone()
    const sessionInfo = await sendTo(phone)
    const code = await codeSentTo(phone)
    const wrongCode = code === '000000' ? '000001' : '000000'
    expect(await errorOf(await google('signInWithPhoneNumber', { sessionInfo, code: wrongCode }))).toEqual([
      400,
      'INVALID_CODE',
    ])
    const answer = await google('signInWithPhoneNumber', { sessionInfo, code })
    const { idToken } = v.parse(v.object({ idToken: v.string() }), await answer.json())
    const { data } = await person.client.functions.invoke('verify-phone', { body: { token: idToken, phone } })
    expect(data).toEqual({ points: 20 })
    expect(await stateOf(person)).toEqual(verified(phone))
    expect(await errorOf(await google('signInWithPhoneNumber', { sessionInfo, code }))).toEqual([
      400,
      'INVALID_SESSION_INFO',
    ])
  })

  test('after five wrong codes the right one is refused too', async () => {
    const phone = newPhone()
    const sessionInfo = await sendTo(phone)
    const code = await codeSentTo(phone)
    for (let attempt = 0; attempt < 5; attempt++)
      await google('signInWithPhoneNumber', { sessionInfo, code: 'wrong' })
    expect(await errorOf(await google('signInWithPhoneNumber', { sessionInfo, code }))).toEqual([
      400,
      'SESSION_EXPIRED',
    ])
  })

  test('what Firebase refuses it refuses, and what it does not know is 501', async () => {
    const ask = (body: unknown) => google('sendVerificationCode', body).then(errorOf)
    expect(await ask({ recaptchaToken: 'x' })).toEqual([400, 'MISSING_PHONE_NUMBER'])
    expect(await ask({ recaptchaToken: 'x', phoneNumber: '0901' })).toEqual([
      400,
      'INVALID_PHONE_NUMBER : Invalid format.',
    ])
    expect(await ask({ phoneNumber: newPhone() })).toEqual([400, 'CAPTCHA_CHECK_FAILED'])
    expect(await errorOf(await google('signUp', {}))).toEqual([
      501,
      expect.stringContaining('accounts:signUp'),
    ])
  })
})

test('nobody but the service records a verification by the API', async () => {
  const person = await signUp()
  const forged = { person: person.id, phone: newPhone(), provider: 'firebase', provider_id: 'x' }
  for (const client of [person.client, anonymousClient(stack)]) {
    const { error } = await client.rpc('record_phone_verification', forged)
    expect(error?.code).toBe('42501')
  }
  const row = { user_id: person.id, verification_level: 3, id_verified: true }
  const writes = [
    person.client.from('user_verification').insert(row),
    person.client.from('user_verification').upsert(row),
    person.client.from('user_verification').update({ verification_level: 3 }).eq('user_id', person.id),
    person.client.from('user_points').upsert({ user_id: person.id, balance: 1_000, lifetime_earned: 1_000 }),
    person.client
      .from('point_transactions')
      .insert({ user_id: person.id, amount: 1, transaction_type: 'login_bonus', description: 'x' }),
  ]
  for (const { error } of await Promise.all(writes)) expect(error?.code).toBe('42501')
  expect(await stateOf(person)).toEqual(NOTHING)

  const { error } = await serviceClient(stack).rpc('record_phone_verification', forged)
  expect(error).toBeNull()
  const other = await signUp()
  expect(await stateOf(other)).toEqual(NOTHING)
})
