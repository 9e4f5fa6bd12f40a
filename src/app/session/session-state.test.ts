import { expect, test } from 'vitest'
import { authLinkIn, codeDueBy, signedInByText } from './session-state.ts'

const ID = '0190a1b2-0000-7000-8000-000000000001'
const stored = (user: object) =>
  JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_at: 1, user })

test('a stored session counts as signed in, expired or not', () => {
  const text = stored({ id: ID, email: 'hana@example.com', user_metadata: { username: 'はな' } })
  expect(signedInByText(text)).toEqual({
    status: 'signedIn',
    userId: ID,
    email: 'hana@example.com',
    username: 'はな',
    recovering: false,
  })
})

test.each([
  ['aal1', false],
  ['aal2', true],
])('with a second factor, a session at %s counts: %s', (aal, counts) => {
  const user = {
    id: ID,
    email: 'hana@example.com',
    factors: [{ status: 'verified', updated_at: '2026-11-22' }],
  }
  const session = { access_token: `head.${btoa(JSON.stringify({ aal }))}.sig`, refresh_token: 'r', user }
  const expected = { userId: ID, secondFactorSince: '2026-11-22' }
  expect(signedInByText(JSON.stringify(session))).toEqual(counts ? expect.objectContaining(expected) : null)
  expect(codeDueBy(session, true)).toEqual(counts ? null : { email: 'hana@example.com', recovering: true })
})

test('a session without name or e-mail still counts', () => {
  expect(signedInByText(stored({ id: ID }))).toMatchObject({ userId: ID, email: '', username: null })
})

test.each([
  null,
  '',
  'null',
  '{}',
  '{"user":{"id":"me"}}',
  stored({ id: 'not-a-uuid' }),
  '{"refresh_token":"","user":{}}',
])('what is no session is none: %j', (text) => expect(signedInByText(text)).toBeNull())

test('reads what a mail link brings back', () => {
  const inHash = (hash: string) => authLinkIn({ hash, search: '' })
  expect(inHash('#access_token=a&refresh_token=r&type=recovery')).toEqual({
    brings: 'session',
    for: 'recovery',
  })
  expect(inHash('#error=access_denied&error_code=otp_expired')).toEqual({ brings: 'refusal' })
  expect(inHash('#message=Confirmation+link+accepted.')).toEqual({ brings: 'half' })
  expect(authLinkIn({ hash: '#comments', search: '?q=access_token' })).toBeNull()
})
