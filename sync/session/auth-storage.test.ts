import { beforeEach, describe, expect, test } from 'vitest'
import { createAuthStorage } from './auth-storage.ts'
import { forgetSession, isSignedIn } from './own-session.ts'
import { SESSION_KEY, sessionStorage } from './session-storage.ts'

const sessionOf = (userId: string, sessionId: string, generation: number): string =>
  JSON.stringify({
    access_token: `head.${btoa(JSON.stringify({ session_id: sessionId, sub: userId }))}.signature`,
    refresh_token: `refresh-${generation}`,
    expires_at: 2_000_000_000,
    user: { id: userId },
  })
const stored = (): Promise<string | null> => sessionStorage.getItem(SESSION_KEY)

beforeEach(() => sessionStorage.removeItem(SESSION_KEY))

describe('the storage that a page gives to its auth client', () => {
  test('keeps a new session, and what it is renewed to', async () => {
    const auth = createAuthStorage()
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 1))
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 2))
    expect(await auth.getItem(SESSION_KEY)).toBe(sessionOf('anna', 's1', 2))
  })

  test('does not bring a session back that was taken away while it was being renewed', async () => {
    const auth = createAuthStorage()
    await sessionStorage.setItem(SESSION_KEY, sessionOf('anna', 's1', 1))
    await auth.getItem(SESSION_KEY)
    await forgetSession('anna')
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 2))
    expect(await stored()).toBeNull()
  })

  test('nor lays it over the session of who signed in since', async () => {
    const auth = createAuthStorage()
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 1))
    await sessionStorage.setItem(SESSION_KEY, sessionOf('ben', 's2', 1))
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 2))
    expect(await stored()).toBe(sessionOf('ben', 's2', 1))
  })

  test('takes the same person in again', async () => {
    const auth = createAuthStorage()
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 1))
    await forgetSession('anna')
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's3', 1))
    expect(await stored()).toBe(sessionOf('anna', 's3', 1))
  })

  test('keeps other things as they come', async () => {
    const auth = createAuthStorage()
    await auth.setItem('verifier', 'one')
    await auth.setItem('verifier', 'two')
    expect(await auth.getItem('verifier')).toBe('two')
    await auth.removeItem('verifier')
    expect(await auth.getItem('verifier')).toBeNull()
  })
})

test('an account takes its own session away, and no other', async () => {
  await sessionStorage.setItem(SESSION_KEY, sessionOf('ben', 's2', 1))
  await forgetSession('anna')
  expect([await isSignedIn('anna'), await isSignedIn('ben')]).toEqual([false, true])
  await forgetSession('ben')
  expect(await stored()).toBeNull()
})
