import { expect, test } from 'vitest'
import { localStripeKeys, selectStripe } from './selection.ts'

const API = 'http://localhost:54321'
const KEY = 'sb_secret_1'
const ACCOUNT = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('without an account the stack stands in, keys and all', () => {
  const { web, functions, standIn } = selectStripe({}, API, KEY)
  const { secretKey, publishableKey, webhookSecret } = localStripeKeys(KEY)
  expect(web).toEqual({ publishableKey, standInUrl: `${API}/stripe` })
  expect(functions).toEqual({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: API,
  })
  expect(standIn?.url).toBe(`${API}/stripe`)
})

test('its keys look like Stripe’s, and those of another stack are others', () => {
  const keys = Object.values(localStripeKeys(KEY))
  expect(keys).toEqual(
    [/^sk_test_\w{32}$/, /^pk_test_\w{32}$/, /^whsec_\w{32}$/].map((form) => expect.stringMatching(form)),
  )
  expect(keys.filter((key) => Object.values(localStripeKeys('sb_secret_2')).includes(key))).toEqual([])
})

test('an account of the environment is taken as it is, and nothing stands in', () => {
  expect(selectStripe(ACCOUNT, API, KEY)).toEqual({
    web: { publishableKey: 'pk_test_1' },
    functions: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    standIn: null,
  })
})

test.each(Object.keys(ACCOUNT))('an account without %s is refused in a sentence', (missing) => {
  expect(() => selectStripe({ ...ACCOUNT, [missing]: '' }, API, KEY)).toThrow(/all or none.*3つの環境変数/)
})
