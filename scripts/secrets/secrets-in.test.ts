import { expect, test } from 'vitest'
import { secretsIn } from './secrets-in.ts'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (payload: object): string =>
  `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.c2lnbmF0dXJl`
const script = (value: string): string => `const a="${value}";console.log(a)`

test.each([
  ['sb_secret_N7UND0UgjKTVK', 'a secret key of Supabase'],
  // Put together, so that no scanner takes this file for a leak
  [`sk_${'live'}_51HxExampleExample`, 'a secret key of Stripe'],
  [`sk_${'test'}_51HxExampleExample`, 'a secret key of Stripe'],
  [`rk_${'live'}_51HxExampleExample`, 'a secret key of Stripe'],
  ['whsec_ExampleExampleExample', 'a signing secret of Stripe'],
  [`-----BEGIN ${'PRIVATE'} KEY-----\\nMIIEvQIBADANBgkq`, 'a private key'],
  [`-----BEGIN EC ${'PRIVATE'} KEY-----\nMIIEvQIBADANBgkq`, 'a private key'],
  [
    'postgresql://postgres:hunter22@db.example.supabase.co:5432/postgres',
    'an address of a database with its password',
  ],
  [token({ iss: 'supabase', role: 'service_role' }), 'a token of the role service_role'],
  [token({ role: 'postgres' }), 'a token of the role postgres'],
])('%s is told, by its kind and never by itself', (secret, kind) => {
  expect(secretsIn(script(secret), {})).toEqual([kind])
})

test.each([
  'sb_publishable_ACJWlzQHlZjBrEguHvfOxg',
  'pk_live_51HxExampleExample',
  token({ role: 'anon' }),
  token({ sub: 'somebody' }),
  'eyJub3Q.eyJKU09Ocm.dGhpcw12',
  "key.startsWith('sb_secret_')",
  'task_live_performance',
  'postgresql://localhost/postgres',
  '-----BEGIN PRIVATE KEY-----',
])('%s is for everybody', (value) => {
  expect(secretsIn(script(value), { VITE_SUPABASE_PUBLISHABLE_KEY: value })).toEqual([])
})

test('so are the values of settings that are secret by name, however they are written', () => {
  const environment = {
    VAPID_PRIVATE_KEY: 'kQ3xN9d8Yw2mB7vT',
    STRIPE_SECRET_KEY: 'of a shape nobody knows "yet"',
    FIREBASE_API_KEY: 'shown-to-everybody',
    YOUTUBE_API_KEY: 'AIzaExample/Example',
    POSTGRES_PASSWORD: 'short',
    SMTP_PASSWORD: undefined,
    EMPTY_SECRET: '',
  }
  expect(secretsIn(script('kQ3xN9d8Yw2mB7vT shown-to-everybody short'), environment)).toEqual([
    'the value of VAPID_PRIVATE_KEY',
  ])
  expect(secretsIn('{"a":"of a shape nobody knows \\"yet\\""}', environment)).toEqual([
    'the value of STRIPE_SECRET_KEY',
  ])
  expect(secretsIn('/videos?key=AIzaExample%2FExample', environment)).toEqual([
    'the value of YOUTUBE_API_KEY',
  ])
})
