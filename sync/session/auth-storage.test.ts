import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthStorage } from './auth-storage.ts'
import { forgetSession, isSignedIn } from './own-session.ts'
import { storeRefreshed } from './refresh.ts'
import { SESSION_KEY, sessionStorage } from './session-storage.ts'

const IN_AN_HOUR_S = Math.floor(Date.now() / 1000) + 3600

const sessionOf = (userId: string, sessionId: string, generation: number): string =>
  JSON.stringify({
    access_token: `head.${btoa(JSON.stringify({ session_id: sessionId, sub: userId }))}.signature`,
    refresh_token: `refresh-${generation}`,
    expires_at: IN_AN_HOUR_S,
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

  test('hands a session on as ended after the clock was set back', async () => {
    const auth = createAuthStorage()
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 1))
    const clock = vi.spyOn(Date, 'now').mockReturnValue((IN_AN_HOUR_S - 48 * 3600) * 1000)
    const handed = await auth.getItem(SESSION_KEY)
    clock.mockRestore()
    expect(JSON.parse(handed ?? '')).toMatchObject({ refresh_token: 'refresh-1', expires_at: 0 })
    expect(await auth.getItem(SESSION_KEY)).toBe(sessionOf('anna', 's1', 1))
  })

  test('takes the same person in again', async () => {
    const auth = createAuthStorage()
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 1))
    await forgetSession('anna')
    await auth.setItem(SESSION_KEY, sessionOf('anna', 's3', 1))
    expect(await stored()).toBe(sessionOf('anna', 's3', 1))
  })

  describe('where a second factor is asked for', () => {
    const tokenAt = (aal: string): string =>
      `head.${btoa(JSON.stringify({ session_id: 's1', sub: 'anna', aal }))}.signature`
    const raisable = (aal: string, generation = 1): string =>
      JSON.stringify({
        access_token: tokenAt(aal),
        refresh_token: `refresh-${generation}`,
        expires_at: IN_AN_HOUR_S,
        user: { id: 'anna', factors: [{ status: 'unverified' }, { status: 'verified' }] },
      })

    test('keeps a session without it to its page, and stores it with the code', async () => {
      const [auth, otherTab] = [createAuthStorage(), createAuthStorage()]
      await auth.setItem(SESSION_KEY, raisable('aal1'))
      expect([auth.isWaiting(), await auth.getItem(SESSION_KEY)]).toEqual([true, raisable('aal1')])
      expect([await stored(), await otherTab.getItem(SESSION_KEY)]).toEqual([null, null])
      expect([otherTab.isWaiting(), await isSignedIn('anna')]).toEqual([false, false])
      await auth.setItem(SESSION_KEY, raisable('aal2', 2))
      expect([auth.isWaiting(), await stored()]).toEqual([false, raisable('aal2', 2)])
    })

    test('takes a stored session back that turns out to lack it', async () => {
      const auth = createAuthStorage()
      await auth.setItem(SESSION_KEY, sessionOf('anna', 's1', 1))
      await auth.setItem(SESSION_KEY, raisable('aal1', 2))
      expect([auth.isWaiting(), await stored()]).toEqual([true, null])
      await auth.setItem(SESSION_KEY, raisable('aal2', 3))
      expect(await stored()).toBe(raisable('aal2', 3))
    })

    test('so does the renewal by whoever needs a token', async () => {
      await sessionStorage.setItem(SESSION_KEY, sessionOf('anna', 's1', 1))
      expect(await storeRefreshed(SESSION_KEY, 'refresh-1', raisable('aal1', 2), 0)).toBeUndefined()
      expect(await stored()).toBeNull()
    })

    test('drops it where somebody is signed in, or signs in meanwhile', async () => {
      const auth = createAuthStorage()
      await sessionStorage.setItem(SESSION_KEY, sessionOf('ben', 's2', 1))
      await auth.setItem(SESSION_KEY, raisable('aal1'))
      expect([auth.isWaiting(), await auth.getItem(SESSION_KEY)]).toEqual([false, sessionOf('ben', 's2', 1)])
      await sessionStorage.removeItem(SESSION_KEY)
      await auth.setItem(SESSION_KEY, raisable('aal1'))
      await sessionStorage.setItem(SESSION_KEY, sessionOf('ben', 's2', 1))
      expect([await auth.getItem(SESSION_KEY), auth.isWaiting()]).toEqual([sessionOf('ben', 's2', 1), false])
    })

    test('gives it up', async () => {
      const auth = createAuthStorage()
      await auth.setItem(SESSION_KEY, raisable('aal1'))
      expect(auth.stopWaiting()).toBe(tokenAt('aal1'))
      expect([auth.isWaiting(), await auth.getItem(SESSION_KEY), auth.stopWaiting()]).toEqual([
        false,
        null,
        undefined,
      ])
    })
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
