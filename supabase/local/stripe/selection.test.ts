import { expect, test } from 'vitest'
import { selectStripe } from './selection.ts'

const API = 'http://localhost:54321'
const ACCOUNT = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('without an account the stack stands in, keys and all', () => {
  const { web, functions, standIn } = selectStripe({}, API)
  expect(web).toEqual({ publishableKey: 'pk_test_mirutomo', standInUrl: `${API}/stripe` })
  expect(functions).toEqual({
    STRIPE_SECRET_KEY: 'sk_test_mirutomo',
    STRIPE_WEBHOOK_SECRET: 'whsec_mirutomo',
    STRIPE_API_URL: API,
  })
  expect(standIn?.url).toBe(`${API}/stripe`)
})

test('an account of the environment is taken as it is, and nothing stands in', () => {
  expect(selectStripe(ACCOUNT, API)).toEqual({
    web: { publishableKey: 'pk_test_1' },
    functions: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    standIn: null,
  })
})

test.each(Object.keys(ACCOUNT))('an account without %s is refused in a sentence', (missing) => {
  expect(() => selectStripe({ ...ACCOUNT, [missing]: '' }, API)).toThrow(/all or none.*3つの環境変数/)
})
