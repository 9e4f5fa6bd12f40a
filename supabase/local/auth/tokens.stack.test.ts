import { createKeys, newSecrets } from '../gateway/keys.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openOwnAuth, PASSWORD, uniqueEmail, type OwnAuth } from './testing/own-auth.ts'

const stack = inject('stack')
let own: OwnAuth
let subject = ''
let sessionId = ''

beforeAll(async () => {
  own = await openOwnAuth(stack.db)
  const client = own.client()
  await client.auth.signUp({ email: uniqueEmail(), password: PASSWORD })
  const { data } = await client.auth.getClaims()
  subject = data?.claims.sub ?? ''
  sessionId = data?.claims.session_id ?? ''
})
afterAll(() => own.close())

const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600

async function askAs(
  token: string | null,
  apikey: string | null = own.keys.publishableKey,
): Promise<[number, unknown]> {
  const answer = await fetch(`${own.url}/auth/v1/user`, {
    headers: {
      ...(apikey === null ? {} : { apikey }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  return [answer.status, await answer.json()]
}

test('a token signed here is believed', async () => {
  const token = await own.keys.sign({
    sub: subject,
    session_id: sessionId,
    role: 'authenticated',
    exp: inAnHour(),
  })
  expect(await askAs(token)).toMatchObject([200, { id: subject }])
})

test('a key is no bearer, and without a bearer nobody is signed in', async () => {
  const { publishableKey, secretKey, anonJwt, serviceJwt } = own.keys
  const noSub = [403, { error_code: 'bad_jwt', msg: 'invalid claim: missing sub claim' }]
  for (const key of [publishableKey, secretKey]) expect(await askAs(null, key)).toMatchObject(noSub)
  for (const key of [anonJwt, serviceJwt])
    expect(await askAs(null, key)).toMatchObject([401, { error_code: 'no_authorization' }])
  expect(await askAs(secretKey)).toMatchObject([403, { error_code: 'bad_jwt' }])
})

test('clients verify a token by the published key themselves', async () => {
  const client = own.client()
  await client.auth.signUp({ email: uniqueEmail(), password: PASSWORD })
  const { data } = await client.auth.getClaims()
  expect(data?.header).toMatchObject({ alg: 'ES256', kid: own.keys.jwks.keys[0]?.kid })
})

test('an expired token is refused', async () => {
  const token = await own.keys.sign({ sub: subject, session_id: sessionId, role: 'authenticated', exp: 1 })
  expect(await askAs(token)).toMatchObject([
    403,
    { code: 403, error_code: 'bad_jwt', msg: expect.stringContaining('expired') },
  ])
})

test('a token signed with another secret, without signature, or broken is refused', async () => {
  const strangers = await createKeys(newSecrets(0))
  const forged = await strangers.sign({
    sub: subject,
    session_id: sessionId,
    role: 'authenticated',
    exp: inAnHour(),
  })
  const [, payload] = forged.split('.')
  const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
  for (const token of [forged, unsigned, 'no.token.atall', 'x']) {
    expect(await askAs(token)).toMatchObject([403, { error_code: 'bad_jwt' }])
  }
})

test('a token of nobody, of a stranger and of an ended session is refused', async () => {
  const sign = (claims: object): Promise<string> =>
    own.keys.sign({ role: 'authenticated', exp: inAnHour(), ...claims })
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await askAs(await sign({}))).toMatchObject([403, { error_code: 'bad_jwt' }])
  expect(await askAs(await sign({ sub: 'x' }))).toMatchObject([400, { error_code: 'bad_jwt' }])
  expect(await askAs(await sign({ sub: nobody }))).toMatchObject([403, { error_code: 'user_not_found' }])
  expect(await askAs(await sign({ sub: subject, session_id: nobody }))).toMatchObject([
    403,
    { error_code: 'session_not_found' },
  ])
})

test('a request without a key, or with an unknown one, goes nowhere', async () => {
  expect(await askAs(null, null)).toMatchObject([401, { error_code: 'no_api_key' }])
  expect(await askAs(null, 'sb_publishable_guessed')).toMatchObject([401, { error_code: 'invalid_api_key' }])
})

test('errors have the shape of the API version asked for', async () => {
  const ask = (version: Record<string, string>): Promise<Response> =>
    fetch(`${own.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: own.keys.publishableKey, ...version },
      body: JSON.stringify({ email: uniqueEmail(), password: PASSWORD }),
    })
  const old = await ask({})
  expect(await old.json()).toEqual({
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  })
  const current = await ask({ 'x-supabase-api-version': '2024-01-01' })
  expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(current.headers.get('x-sb-error-code')).toBe('invalid_credentials')
  expect(await current.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
})

test.each([
  ['{"email":', 400, 'bad_json'],
  ['{"email":5}', 400, 'bad_json'],
  ['[]', 400, 'bad_json'],
  ['null', 400, 'bad_json'],
  ['{"email":"a\\u0000@auth.test","password":"long-enough"}', 400, 'validation_failed'],
])('the malformed body %s is answered with %i %s', async (body, status, code) => {
  const answer = await fetch(`${own.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: own.keys.publishableKey },
    body,
  })
  expect([answer.status, await answer.json()]).toMatchObject([status, { error_code: code }])
})

test('a second factor is only set up where the project has them', async () => {
  const client = own.client()
  await client.auth.signUp({ email: uniqueEmail(), password: PASSWORD })
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  expect(error).toMatchObject({ status: 422, code: 'mfa_totp_enroll_not_enabled' })
})

test('what there is not says so', async () => {
  const ask = async (method: string, path: string): Promise<[number, unknown]> => {
    const answer = await fetch(`${own.url}/auth/v1${path}`, {
      method,
      headers: { apikey: own.keys.publishableKey },
    })
    return [answer.status, await answer.json()]
  }
  expect(await ask('POST', '/otp')).toMatchObject([501, { msg: expect.stringContaining('/auth/v1/otp') }])
  expect(await ask('POST', '/sso')).toMatchObject([404, { error_code: 'saml_provider_disabled' }])
  expect(await ask('POST', '/factors')).toMatchObject([403, { error_code: 'bad_jwt' }])
  expect(await ask('GET', '/nothing')).toMatchObject([404, {}])
  expect(await ask('DELETE', '/signup')).toMatchObject([405, {}])
})

test('health, settings and the key set are public knowledge; browsers may ask from anywhere', async () => {
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${own.url}/auth/v1${path}`, { headers: { apikey: own.keys.publishableKey } })).json()
  expect(await get('/health')).toMatchObject({ name: 'GoTrue' })
  expect(await get('/settings')).toMatchObject({
    external: { email: true, phone: false },
    mailer_autoconfirm: true,
  })
  expect(await get('/.well-known/jwks.json')).toEqual(own.keys.jwks)
  const preflight = await fetch(`${own.url}/auth/v1/token`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:3000', 'access-control-request-headers': 'apikey, x-client-info' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey, x-client-info')
})
