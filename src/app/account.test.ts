import { expect, test } from 'vitest'
import type { SignedIn } from './session/session-state.ts'
import { accountOf } from './account.ts'
import { timeOf } from '#domain/server-time.ts'

const signedIn: SignedIn = {
  status: 'signedIn',
  userId: 'u',
  email: 'a@example.com',
  username: null,
  recovering: false,
}

test.each([
  ['2026-12-01T00:00:00Z', true],
  ['2026-12-31T00:00:00Z', false],
])('who has premium until Christmas has it by the clock that is given: at %s %s', (at, isPremium) => {
  const profile = { username: 'a', is_premium: true, premium_expiry: '2026-12-25T00:00:00Z' }
  expect(accountOf(signedIn, profile, timeOf(at)).isPremium).toBe(isPremium)
})

test.each([
  ['the role alone', { role: 'youtuber' }, false],
  ['a registered channel', { role: 'youtuber', youtuber_profile_id: 'u' }, true],
  ['a registered channel of an admin', { role: 'admin', youtuber_profile_id: 'u' }, true],
])('%s makes a creator: %j → %s', (_, facts, isCreator) => {
  const profile = { username: 'a', is_premium: false, ...facts }
  expect(accountOf(signedIn, profile, timeOf('2026-12-01T00:00:00Z')).isCreator).toBe(isCreator)
})
