import { decodeJwt, SignJWT } from 'jose'
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

test('only HS256 counts, even with the right secret', async () => {
  const token = await new SignJWT({ sub: 'x' })
    .setProtectedHeader({ alg: 'HS512' })
    .sign(new TextEncoder().encode(secrets.jwtSecret))
  await expect(keys.verify(token)).rejects.toMatchObject({ code: 'invalid' })
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
  expect((await createKeys(secrets)).anonJwt).toBe(keys.anonJwt)
})
