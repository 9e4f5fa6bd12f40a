import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { holdStopped, pass, stopLockClock } from '../testing/stopped-holder.ts'
import { readAccessToken } from './access-token.ts'
import { lockedRefreshFetch } from './locked-refresh.ts'
import { SESSION_KEY, sessionStorage } from './session-storage.ts'

const SECONDS = Math.floor(Date.now() / 1000)
const LONG_MS = 30_000
const REFUSED = () => Response.json({ error_code: 'refresh_token_already_used' }, { status: 400 })

const sessionOf = (generation: number, expires_at = SECONDS + 3600) => ({
  access_token: `access-${generation}`,
  refresh_token: `refresh-${generation}`,
  expires_at,
  user: { id: 'anna' },
})
const store = (generation: number, expires_at?: number): Promise<void> =>
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(sessionOf(generation, expires_at)))
const storedToken = async (): Promise<unknown> =>
  JSON.parse((await sessionStorage.getItem(SESSION_KEY)) ?? '{}').refresh_token

/** The two ways in which a page or the worker renews the session; each answers the access token, or why there is none. */
const WAYS = {
  'the reader of the access token': async (send: typeof fetch): Promise<unknown> => {
    const asked = readAccessToken({ apiUrl: 'http://server', apiKey: 'key', now: Date.now, fetch: send })
    return asked.then(
      (token) => token?.accessToken ?? 'signed out',
      () => 'again',
    )
  },
  'the fetch for supabase-js': async (send: typeof fetch): Promise<unknown> => {
    const response = await lockedRefreshFetch(SESSION_KEY, send)(
      'http://server/auth/v1/token?grant_type=refresh_token',
      { method: 'POST', body: JSON.stringify({ refresh_token: 'refresh-1' }) },
    )
    if (response.ok) return (await response.json()).access_token
    return response.status === 503 ? 'again' : 'signed out'
  },
}

beforeEach(async () => {
  await store(1, SECONDS - 10)
  stopLockClock()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe.each(Object.entries(WAYS))('%s', (_, renew) => {
  const renewing = () => vi.fn(async () => Response.json(sessionOf(2)))

  test('renews the session although a stopped tab holds the lock', async () => {
    await holdStopped(`mirutomo-refresh:${SESSION_KEY}`)
    const token = renew(renewing())
    await pass(LONG_MS)
    expect(await token).toBe('access-2')
    expect(await storedToken()).toBe('refresh-2')
  })

  test('sends nothing after it was stopped before its request, and leaves the session of the second holder alone', async () => {
    const [stopping, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const getItem = sessionStorage.getItem.bind(sessionStorage)
    let reads = 0
    vi.spyOn(sessionStorage, 'getItem').mockImplementation(async (key) => {
      const text = await getItem(key)
      // The last read before the request
      if (++reads !== (renew === WAYS['the fetch for supabase-js'] ? 1 : 2)) return text
      stopping.resolve()
      await stopped.promise
      return text
    })
    const late = renewing()
    const sleeper = renew(late)
    await stopping.promise
    const second = renew(renewing())
    await pass(LONG_MS)
    expect(await second).toBe('access-2')
    stopped.resolve()
    expect(await sleeper).toBe('again')
    expect(late).not.toHaveBeenCalled()
    expect(await storedToken()).toBe('refresh-2')
  })

  test.each([
    ['its own successor', () => Response.json(sessionOf(2))],
    ['a refusal', REFUSED],
  ])(
    'that was stopped during its request and is answered %s takes the session that others have got since',
    async (_answer, answer) => {
      const [stopping, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const sleeper = renew(async () => {
        stopping.resolve()
        await stopped.promise
        return answer()
      })
      await stopping.promise
      const second = renew(renewing())
      await pass(LONG_MS)
      expect(await second).toBe('access-2')
      await store(3)
      stopped.resolve()
      expect(await sleeper).toBe('access-3')
      expect(await storedToken()).toBe('refresh-3')
    },
  )

  test('that was stopped during its request finds the session signed out and brings none back', async () => {
    const [stopping, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sleeper = renew(async () => {
      stopping.resolve()
      await stopped.promise
      return Response.json(sessionOf(2))
    })
    await stopping.promise
    await sessionStorage.removeItem(SESSION_KEY)
    stopped.resolve()
    await sleeper
    expect(await sessionStorage.getItem(SESSION_KEY)).toBeNull()
  })
})
