import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { LOCAL_KEYS } from '../turnstile/keys.ts'
import { openOwnAuth, PASSWORD, uniqueEmail, type OwnAuth } from './testing/own-auth.ts'

const stack = inject('stack')
const RATES = { signInsAndSignUps: 30, tokenRefreshes: 30, tokenVerifications: 30, mailsPerHour: 1e6 }
const captcha = {
  secret: LOCAL_KEYS.secret,
  siteverifyUrl: `${stack.api}/turnstile/v0/siteverify`,
}

let auth: OwnAuth
beforeAll(async () => {
  auth = await openOwnAuth(stack.db, { captcha })
})
afterAll(() => auth.close())

async function newToken(): Promise<string> {
  const answer = await fetch(`${stack.api}/turnstile/v0/challenge?sitekey=${LOCAL_KEYS.siteKey}`)
  return /"token":"([^"]+)"/.exec(await answer.text())?.[1] ?? ''
}

/** What is answered, as status and error code. */
async function post(
  path: string,
  body: object,
  { of = auth, key }: { of?: OwnAuth; key?: string } = {},
): Promise<[number, string | null]> {
  const answer = await fetch(`${of.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: key ?? of.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return [answer.status, answer.headers.get('x-sb-error-code')]
}
const REFUSED = [400, 'captcha_failed']

/** Somebody who is signed in, and their client. */
async function newMember() {
  const client = auth.client()
  const email = uniqueEmail()
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { captchaToken: await newToken() },
  })
  expect(error).toBeNull()
  return { client, email, refreshToken: data.session?.refresh_token ?? '' }
}

describe('a request that needs a token', () => {
  const EMAIL = uniqueEmail()
  const REQUESTS: [string, object][] = [
    ['signup', { email: EMAIL, password: PASSWORD }],
    ['signup', {}],
    ['token?grant_type=password', { email: EMAIL, password: PASSWORD }],
    ['token?grant_type=web3', {}],
    ['recover', { email: EMAIL }],
    ['resend', { type: 'signup', email: EMAIL }],
    ['otp', { email: EMAIL }],
    ['magiclink', { email: EMAIL }],
    ['sso', { domain: 'example.com' }],
  ]

  test.each(REQUESTS)('%s %j is refused without one', async (path, body) => {
    expect(await post(path, body)).toEqual(REFUSED)
    expect(await post(path, { ...body, gotrue_meta_security: {} })).toEqual(REFUSED)
    expect(await post(path, { ...body, gotrue_meta_security: { captcha_token: ' ' } })).toEqual(REFUSED)
  })

  test.each(REQUESTS)('%s %j is refused with one of no provider', async (path, body) => {
    expect(await post(path, { ...body, gotrue_meta_security: { captcha_token: 'forged' } })).toEqual(REFUSED)
  })

  test('is answered with one, by the client of Supabase', async () => {
    const { client, email } = await newMember()
    const { error: signIn } = await client.auth.signInWithPassword({
      email,
      password: PASSWORD,
      options: { captchaToken: await newToken() },
    })
    const { error: recover } = await client.auth.resetPasswordForEmail(email, {
      captchaToken: await newToken(),
    })
    const { error: resend } = await client.auth.resend({
      type: 'signup',
      email,
      options: { captchaToken: await newToken() },
    })
    expect([signIn, recover, resend]).toEqual([null, null, null])
  })

  test('spends it, also where the password is wrong', async () => {
    const { client, email } = await newMember()
    const captchaToken = await newToken()
    const signIn = (password: string) =>
      client.auth.signInWithPassword({ email, password, options: { captchaToken } })
    expect((await signIn('wrong')).error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect((await signIn(PASSWORD)).error).toMatchObject({
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (timeout-or-duplicate)',
    })
  })
})

test('a refresh, an authorization code, a mail and what somebody signed in does need no token', async () => {
  const { client, refreshToken } = await newMember()
  const { error: refresh } = await client.auth.refreshSession({ refresh_token: refreshToken })
  const { error: user } = await client.auth.getUser()
  const { error: update } = await client.auth.updateUser({ password: `${PASSWORD}-new` })
  const { error: signOut } = await client.auth.signOut()
  expect([refresh, user, update, signOut]).toEqual([null, null, null, null])
  const [, pkce] = await post('token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' })
  const [, verify] = await post('verify', { type: 'recovery', email: uniqueEmail(), token: '000000' })
  for (const code of [pkce, verify]) expect(code).not.toBe('captcha_failed')
})

test('the service key needs no token', async () => {
  const { email } = await newMember()
  const key = auth.keys.secretKey
  expect(await post('token?grant_type=password', { email, password: PASSWORD }, { key })).toEqual([200, null])
})

test('sign-ups and sign-ins without a token are not counted, requests for mails are', async () => {
  const limited = await openOwnAuth(stack.db, { captcha, rateLimits: RATES })
  const answersOf = async (path: string): Promise<unknown[]> => {
    const answers = []
    for (let call = 0; call < 32; call++) answers.push(await post(path, {}, { of: limited }))
    return [...new Set(answers.map(String))]
  }
  expect(await answersOf('signup')).toEqual(['400,captcha_failed'])
  expect(await answersOf('token?grant_type=password')).toEqual(['400,captcha_failed'])
  expect(await answersOf('recover')).toEqual(['400,captcha_failed', '429,over_request_rate_limit'])
  await limited.close()
})

test('the stack itself asks for none unless it is told to', async () => {
  const answer = await fetch(`${stack.api}/auth/v1/recover`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: uniqueEmail() }),
  })
  expect(answer.status).toBe(200)
})
