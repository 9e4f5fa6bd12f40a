import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  importJWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { createKeys, newSecrets, type Keys } from './keys.ts'

const secrets = newSecrets(Date.now())
let keys: Keys

beforeAll(async () => {
  keys = await createKeys(secrets)
})

const nowS = (): number => Math.floor(Date.now() / 1000)

test('what it signs it verifies, claims unchanged', async () => {
  const claims = { sub: 'someone', role: 'authenticated', exp: nowS() + 60, iat: nowS() }
  expect(await keys.verify(await keys.sign(claims))).toEqual(claims)
})

test('an expired token is told from an invalid one', async () => {
  const expired = await keys.sign({ sub: 'x', exp: nowS() - 1 })
  await expect(keys.verify(expired)).rejects.toMatchObject({ code: 'expired' })
})

test.each([
  ['nothing', ''],
  ['no token', 'abc'],
  ['three parts of nothing', 'a.b.c'],
])('%s is invalid', async (_, token) => {
  await expect(keys.verify(token)).rejects.toMatchObject({ code: 'invalid' })
})

test('a token of another secret is invalid', async () => {
  const other = await createKeys(newSecrets(Date.now()))
  await expect(keys.verify(await other.sign({ sub: 'x' }))).rejects.toMatchObject({ code: 'invalid' })
})

test('a token with a changed claim is invalid', async () => {
  const [header, payload, signature] = (await keys.sign({ sub: 'x', role: 'authenticated' })).split('.')
  const changed = Buffer.from(
    JSON.stringify({
      ...JSON.parse(String(Buffer.from(String(payload), 'base64url'))),
      role: 'service_role',
    }),
  )
  const forged = `${header}.${changed.toString('base64url')}.${signature}`
  await expect(keys.verify(forged)).rejects.toMatchObject({ code: 'invalid' })
})

test('an unsigned token is invalid', async () => {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const payload = Buffer.from('{"role":"service_role"}').toString('base64url')
  await expect(keys.verify(`${header}.${payload}.`)).rejects.toMatchObject({ code: 'invalid' })
})

const signedWith = (secret: string, header: { alg: string; kid?: string }): Promise<string> =>
  new SignJWT({ sub: 'x' }).setProtectedHeader(header).sign(new TextEncoder().encode(secret))

test('a token of the legacy secret is believed, by HS256 alone', async () => {
  const { jwtSecret } = secrets
  expect(await keys.verify(await signedWith(jwtSecret, { alg: 'HS256' }))).toEqual({ sub: 'x' })
  const other = await signedWith(jwtSecret, { alg: 'HS512' })
  await expect(keys.verify(other)).rejects.toMatchObject({ code: 'invalid' })
})

test('the published key verifies what is signed here, and nothing else', async () => {
  const token = await keys.sign({ sub: 'someone' })
  expect(keys.jwks.keys.map((key) => key.d)).toEqual([undefined])
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys.jwks))
  expect(payload.sub).toBe('someone')
  const other = await createKeys(newSecrets(Date.now()))
  await expect(jwtVerify(await other.sign({}), createLocalJWKSet(keys.jwks))).rejects.toThrow()
})

test('the public key is no secret to sign with', async () => {
  const [jwk = {}] = keys.jwks.keys
  const publicKey = await importJWK(jwk, 'ES256', { extractable: true })
  const texts = [JSON.stringify(jwk), String(jwk.x), 'type' in publicKey ? await exportSPKI(publicKey) : '']
  for (const text of texts)
    for (const header of [{ alg: 'HS256' }, { alg: 'HS256', kid: String(jwk.kid) }])
      await expect(keys.verify(await signedWith(text, header))).rejects.toMatchObject({ code: 'invalid' })
})

test('a token that names a key of others is invalid', async () => {
  const [, ...rest] = (await keys.sign({ sub: 'x' })).split('.')
  const header = Buffer.from('{"alg":"ES256","kid":"others"}').toString('base64url')
  await expect(keys.verify([header, ...rest].join('.'))).rejects.toMatchObject({ code: 'invalid' })
})

test('a signature can be verified whatever the claims say', async () => {
  expect(await keys.verifySignature(await keys.sign({ exp: 1, iat: 1 }))).toEqual({ exp: 1, iat: 1 })
  await expect(keys.verifySignature('a.b.c')).rejects.toMatchObject({ code: 'invalid' })
})

test('both forms of each key name their role; anything else names none', () => {
  expect(keys.roleOfApiKey(keys.publishableKey)).toBe('anon')
  expect(keys.roleOfApiKey(keys.anonJwt)).toBe('anon')
  expect(keys.roleOfApiKey(keys.secretKey)).toBe('service_role')
  expect(keys.roleOfApiKey(keys.serviceJwt)).toBe('service_role')
  expect(keys.roleOfApiKey(`${keys.secretKey}x`)).toBeNull()
  expect(keys.roleOfApiKey('')).toBeNull()
})

test('the legacy keys carry their role and stay the same from start to start', async () => {
  expect(decodeJwt(keys.serviceJwt)).toMatchObject({ role: 'service_role', iss: 'supabase' })
  expect(decodeProtectedHeader(keys.serviceJwt)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const again = await createKeys(secrets)
  expect([again.anonJwt, again.jwks]).toEqual([keys.anonJwt, keys.jwks])
})
