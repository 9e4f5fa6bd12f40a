import { expect, test } from 'vitest'
import { accountOf } from './account.ts'
import { timeOf } from '#domain/server-time.ts'

test.each([
  ['2026-12-01T00:00:00Z', true],
  ['2026-12-31T00:00:00Z', false],
])('who has premium until Christmas has it by the clock that is given: at %s %s', (at, isPremium) => {
  const signedIn = {
    status: 'signedIn',
    userId: 'u',
    email: 'a@example.com',
    username: null,
    recovering: false,
  } as const
  const profile = { username: 'a', is_premium: true, premium_expiry: '2026-12-25T00:00:00Z' }
  expect(accountOf(signedIn, profile, timeOf(at)).isPremium).toBe(isPremium)
})
