import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anonymousClient } from '../../../tests/support/session.ts'
import { openOwnAuth, PASSWORD, uniqueEmail, type OwnAuth } from './testing/own-auth.ts'

const stack = inject('stack')
const database = new pg.Pool({ connectionString: stack.db, max: 2 })
let own: OwnAuth

beforeAll(async () => {
  own = await openOwnAuth(stack.db)
})
afterAll(async () => {
  await own.close()
  await database.end()
})

async function personOfOwn(): Promise<string> {
  const email = uniqueEmail()
  await own.client().auth.signUp({ email, password: PASSWORD })
  return email
}

const follow = async (link = ''): Promise<URL> =>
  new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
const fragmentOf = (url: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

test('a recovery mail leads to /reset-password of the app, where a new password can be set', async () => {
  const email = uniqueEmail()
  const client = anonymousClient(stack)
  await client.auth.signUp({ email, password: PASSWORD })
  await client.auth.signOut()
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: `${stack.web}/reset-password`,
  })
  expect(error).toBeNull()
  const mails: { to: string; link: string; kind: string }[] = await (await fetch(`${stack.mail}.json`)).json()
  const mail = mails.find(({ to }) => to === email)
  expect(mail?.kind).toBe('recovery')
  const page = await (await fetch(stack.mail)).text()
  expect(page).toContain(mail?.link.replaceAll('&', '&amp;'))
  const location = await follow(mail?.link)
  expect(location.origin + location.pathname).toBe(`${stack.web}/reset-password`)
  const { access_token, refresh_token, type } = fragmentOf(location)
  expect(type).toBe('recovery')
  await client.auth.setSession({ access_token: access_token ?? '', refresh_token: refresh_token ?? '' })
  expect((await client.auth.updateUser({ password: 'a-new-password' })).error).toBeNull()
  expect(
    (await anonymousClient(stack).auth.signInWithPassword({ email, password: 'a-new-password' })).error,
  ).toBeNull()
})

test('recovery of an unknown address answers the same and sends nothing', async () => {
  const sent = own.mails.length
  expect(await own.client().auth.resetPasswordForEmail(uniqueEmail())).toEqual({ data: {}, error: null })
  expect(own.mails).toHaveLength(sent)
})

test('a page that is not allowed is replaced by the site', async () => {
  const email = await personOfOwn()
  await own.client().auth.resetPasswordForEmail(email, { redirectTo: 'https://evil.example/reset' })
  const location = await follow(own.mails[0]?.link)
  expect(location.origin).toBe('http://localhost:3000')
})

test('a link serves once, and tells so on the page', async () => {
  const email = await personOfOwn()
  await own.client().auth.resetPasswordForEmail(email, { redirectTo: 'https://app.example/reset' })
  const link = own.mails[0]?.link
  expect(fragmentOf(await follow(link))).toHaveProperty('access_token')
  const again = await follow(link)
  expect(again.origin).toBe('https://app.example')
  expect(fragmentOf(again)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
})

test('a code serves no longer than an hour', async () => {
  const email = await personOfOwn()
  await own.client().auth.resetPasswordForEmail(email)
  const code = own.mails[0]?.code ?? ''
  await database.query(
    `update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where relates_to = $1`,
    [email],
  )
  const { error } = await own.client().auth.verifyOtp({ email, token: code, type: 'recovery' })
  expect(error).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  })
})

test('a wrong code and a code of another kind are refused', async () => {
  const email = await personOfOwn()
  await own.client().auth.resetPasswordForEmail(email)
  const code = own.mails[0]?.code ?? ''
  const wrong = await own
    .client()
    .auth.verifyOtp({ email, token: code === '000000' ? '000001' : '000000', type: 'recovery' })
  expect(wrong.error).toMatchObject({ code: 'otp_expired' })
  const kind = await own.client().auth.verifyOtp({ email, token: code, type: 'signup' })
  expect(kind.error).toMatchObject({ code: 'otp_expired' })
  expect((await own.client().auth.verifyOtp({ email, token: code, type: 'recovery' })).error).toBeNull()
})

test('mails of one kind keep their distance', async () => {
  const patient = await openOwnAuth(stack.db, { mailIntervalSeconds: 3600 })
  try {
    const email = uniqueEmail()
    await patient.client().auth.signUp({ email, password: PASSWORD })
    expect((await patient.client().auth.resetPasswordForEmail(email)).error).toBeNull()
    const { error } = await patient.client().auth.resetPasswordForEmail(email)
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  } finally {
    await patient.close()
  }
})

test('with PKCE the link ends in a code that only the one who asked can exchange, once', async () => {
  const email = await personOfOwn()
  const verifier = randomBytes(48).toString('base64url')
  const headers = { apikey: own.keys.publishableKey, 'content-type': 'application/json' }
  await fetch(`${own.url}/auth/v1/recover?redirect_to=https://app.example/reset`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      email,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 's256',
    }),
  })
  const location = await follow(own.mails[0]?.link)
  expect(location.hash).toBe('')
  const exchange = (code_verifier: string): Promise<Response> =>
    fetch(`${own.url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ auth_code: location.searchParams.get('code'), code_verifier }),
    })
  const stolen = await exchange('x'.repeat(64))
  expect([stolen.status, await stolen.json()]).toMatchObject([400, { error_code: 'bad_code_verifier' }])
  const session = await exchange(verifier)
  expect([session.status, await session.json()]).toMatchObject([200, { user: { email } }])
  const again = await exchange(verifier)
  expect([again.status, await again.json()]).toMatchObject([404, { error_code: 'flow_state_not_found' }])
})
