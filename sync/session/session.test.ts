import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage } from '../testing/page.ts'
import { bodyOf, urlOf } from '../testing/requests.ts'
import { readAccessToken } from './access-token.ts'
import { lockedRefreshFetch } from './locked-refresh.ts'
import { SESSION_DATABASE, SESSION_KEY, sessionStorage } from './session-storage.ts'

const NOW = Date.now()
const SECONDS = Math.floor(NOW / 1000)

/** A server that rotates refresh tokens and accepts each once. */
type AuthServer = { refreshes: number; answer: Response | undefined; fetch: typeof fetch }

function authServer(): AuthServer {
  let generation = 1
  const state: AuthServer = {
    refreshes: 0,
    answer: undefined,
    fetch: async (_input, init) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (state.answer !== undefined) return state.answer.clone()
      const { refresh_token } = JSON.parse(bodyOf(init)) as { refresh_token: string }
      if (refresh_token !== `refresh-${generation}`)
        return new Response('{"error_code":"refresh_token_not_found"}', { status: 400 })
      generation++
      state.refreshes++
      return Response.json(sessionOf(generation, SECONDS + 3600))
    },
  }
  return state
}

const sessionOf = (generation: number, expires_at: number) => ({
  access_token: `access-${generation}`,
  refresh_token: `refresh-${generation}`,
  expires_in: 3600,
  expires_at,
  token_type: 'bearer',
  user: { id: 'anna', email: 'anna@example.com' },
})

const store = (generation: number, expires_at: number): Promise<void> =>
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(sessionOf(generation, expires_at)))

const read = (server: AuthServer, renew = false) =>
  readAccessToken({ apiUrl: 'http://server', apiKey: 'key', now: () => NOW, renew, fetch: server.fetch })

const HOUR_MS = 3_600_000
/** How far the device's clock is from the server's, ms. */
const CLOCKS = [
  ['nothing', 0],
  ['+3 hours', 3 * HOUR_MS],
  ['-48 hours', -48 * HOUR_MS],
  ['+400 days', 400 * 24 * HOUR_MS],
] as const
const setClock = (off: number): void => {
  vi.spyOn(Date, 'now').mockImplementation(() => NOW + off)
}

afterEach(() => vi.restoreAllMocks())
beforeEach(() => sessionStorage.removeItem(SESSION_KEY))

describe('the session storage', () => {
  test('keeps, replaces and removes entries', async () => {
    expect(await sessionStorage.getItem('x')).toBeNull()
    await sessionStorage.setItem('x', 'one')
    await sessionStorage.setItem('x', 'two')
    expect(await sessionStorage.getItem('x')).toBe('two')
    await sessionStorage.removeItem('x')
    expect(await sessionStorage.getItem('x')).toBeNull()
  })

  test('is put back when the browser takes its database away under an open page, not once it was signed out, and by no worker', async () => {
    const removed = (): Promise<unknown> =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase(SESSION_DATABASE).onsuccess = resolve
      })
    await removed()
    const page = openPage()
    const open = vi.spyOn(indexedDB, 'open')
    const takeAway = async (): Promise<void> => {
      const database = open.mock.results.at(-1)?.value.result
      database?.close()
      database?.onclose?.(new Event('close'))
      await removed()
    }
    await sessionStorage.setItem('x', 'mine')
    await takeAway()
    expect(await sessionStorage.getItem('x')).toBe('mine')
    // A worker may be the first that opens one anew
    const makeAnew = (value?: string | null): Promise<unknown> =>
      new Promise((resolve) => {
        const opening = indexedDB.open(SESSION_DATABASE, 1)
        opening.onupgradeneeded = () => {
          const entries = opening.result.createObjectStore('entries')
          if (value !== undefined) entries.put(value, 'x')
        }
        opening.onsuccess = () => resolve(opening.result.close())
      })
    const another = async (value?: string | null): Promise<string | null> => {
      await takeAway()
      await makeAnew(value)
      return sessionStorage.getItem('x')
    }
    expect(await another()).toBe('mine')
    expect(await another('of another tab')).toBe('of another tab')
    // Signed out there before this page has looked
    expect(await another(null)).toBeNull()
    await sessionStorage.setItem('x', 'mine')
    await sessionStorage.removeItem('x')
    await takeAway()
    expect(await sessionStorage.getItem('x')).toBeNull()

    // A worker outlives the sign-out that a page does.
    await sessionStorage.setItem('x', 'mine')
    page.close()
    await takeAway()
    expect(await sessionStorage.getItem('x')).toBeNull()
    open.mockRestore()
  })

  test('opens its database anew after it was deleted', async () => {
    await sessionStorage.setItem('x', 'one')
    await new Promise<void>((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('mirutomo-session')
      deleting.onsuccess = () => resolve()
      deleting.onerror = () => reject(new Error('not deleted'))
    })
    expect(await sessionStorage.getItem('x')).toBeNull()
    await sessionStorage.setItem('x', 'two')
    expect(await sessionStorage.getItem('x')).toBe('two')
  })
})

describe('the access token', () => {
  test('is null when nobody is signed in or the stored session cannot be read', async () => {
    expect(await read(authServer())).toBeNull()
    await sessionStorage.setItem(SESSION_KEY, '{"access_token":1}')
    expect(await read(authServer())).toBeNull()
  })

  test('is the stored one while it is good', async () => {
    const server = authServer()
    await store(1, SECONDS + 600)
    expect(await read(server)).toEqual({ userId: 'anna', accessToken: 'access-1' })
    expect(server.refreshes).toBe(0)
  })

  test('is renewed when it is about to end, and what the session held otherwise stays', async () => {
    const server = authServer()
    await store(1, SECONDS + 10)
    expect(await read(server)).toEqual({ userId: 'anna', accessToken: 'access-2' })
    expect(JSON.parse((await sessionStorage.getItem(SESSION_KEY)) ?? '')).toMatchObject({
      access_token: 'access-2',
      refresh_token: 'refresh-2',
      user: { email: 'anna@example.com' },
    })
  })

  test('of eight readers at once is renewed once', async () => {
    const server = authServer()
    await store(1, SECONDS - 10)
    const tokens = await Promise.all(Array.from({ length: 8 }, () => read(server)))
    expect(new Set(tokens.map((token) => token?.accessToken))).toEqual(new Set(['access-2']))
    expect(server.refreshes).toBe(1)
  })

  test.each(CLOCKS)(
    'is renewed once in a long stay after the clock was set off by %s, and lasts as long as the server said',
    async (_, off) => {
      const server = authServer()
      await store(1, SECONDS + 3600)
      const at = (ms: number) =>
        readAccessToken({
          apiUrl: 'http://server',
          apiKey: 'key',
          now: () => NOW + off + ms,
          fetch: server.fetch,
        })
      for (let minute = 0; minute < 55; minute += 5) {
        setClock(off + minute * 60_000)
        await Promise.all([at(minute * 60_000), at(minute * 60_000)])
      }
      expect(server.refreshes).toBe(off === 0 ? 0 : 1)
      await at(HOUR_MS)
      expect(server.refreshes).toBe(off === 0 ? 1 : 2)
    },
  )

  test('that the server refused is renewed although it looks good', async () => {
    const server = authServer()
    await store(1, SECONDS + 600)
    expect(await read(server, true)).toMatchObject({ accessToken: 'access-2' })
  })

  test('is null when the server no longer accepts the session, which stays stored for the app to see', async () => {
    const server = authServer()
    await store(7, SECONDS - 10)
    expect(await read(server)).toBeNull()
    expect(await sessionStorage.getItem(SESSION_KEY)).not.toBeNull()
  })

  test.each([
    { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    { code: 'session_expired' },
    { code: 400, error_code: 'session_not_found', msg: 'no session' },
    { code: 400, error_code: 'user_banned' },
  ])('is null when the auth server refuses the session: %j', async (body) => {
    const server = authServer()
    server.answer = Response.json(body, { status: 400 })
    await store(1, SECONDS - 10)
    expect(await read(server)).toBeNull()
  })

  test.each([
    ['server', new Response('', { status: 503 })],
    ['server', new Response('', { status: 429 })],
    ['not_the_server', new Response('<html>Wi-Fi</html>')],
    ['not_the_server', new Response('<html>Wi-Fi</html>', { status: 400 })],
    ['not_the_server', new Response('<html>Wi-Fi</html>', { status: 401 })],
    ['not_the_server', new Response('<html>Wi-Fi</html>', { status: 403 })],
    ['server', new Response('<html>Wi-Fi</html>', { status: 511 })],
    ['not_the_server', Response.json({ message: 'who are you?' }, { status: 403 })],
    ['not_the_server', Response.json({ code: 'validation_failed' }, { status: 400 })],
    ['not_the_server', Response.json({ code: 'refresh_token_not_found' })],
  ])('cannot be told when the answer is none of the auth server: %s', async (kind, answer) => {
    const server = authServer()
    server.answer = answer
    await store(1, SECONDS - 10)
    await expect(read(server)).rejects.toMatchObject({ failure: { kind } })
  })

  test('does not bring a session back that was signed out during the refresh', async () => {
    const server = authServer()
    await store(1, SECONDS - 10)
    const answer = server.fetch
    server.fetch = async (input, init) => {
      const response = await answer(input, init)
      await sessionStorage.removeItem(SESSION_KEY)
      return response
    }
    expect(await read(server)).toBeNull()
    expect(server.refreshes).toBe(1)
    expect(await sessionStorage.getItem(SESSION_KEY)).toBeNull()
  })
})

describe('the fetch for supabase-js', () => {
  const refresh = (send: typeof fetch, token: string): Promise<Response> =>
    send('http://server/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: token }),
    })

  test('lets one of several clients refresh and gives the others its result', async () => {
    const server = authServer()
    await store(1, Math.floor(Date.now() / 1000) - 10)
    const clients = [1, 2, 3].map(() => lockedRefreshFetch(SESSION_KEY, server.fetch))
    const answers = await Promise.all(clients.map((send) => refresh(send, 'refresh-1')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const bodies = await Promise.all(
      answers.map((answer) => answer.json() as Promise<{ refresh_token: string }>),
    )
    expect(bodies.map((body) => body.refresh_token)).toEqual(['refresh-2', 'refresh-2', 'refresh-2'])
    expect(server.refreshes).toBe(1)
  })

  test('shares its lock with the reader of the worker', async () => {
    const server = authServer()
    await store(1, Math.floor(Date.now() / 1000) - 10)
    const [answer, token] = await Promise.all([
      refresh(lockedRefreshFetch(SESSION_KEY, server.fetch), 'refresh-1'),
      readAccessToken({ apiUrl: 'http://server', apiKey: 'key', now: Date.now, fetch: server.fetch }),
    ])
    expect(answer.status).toBe(200)
    expect(token).toMatchObject({ accessToken: 'access-2' })
    expect(server.refreshes).toBe(1)
  })

  test.each(CLOCKS)('refreshes once for three clients, also where the clock is off by %s', async (_, off) => {
    const server = authServer()
    await store(1, SECONDS - 10)
    setClock(off)
    const clients = [1, 2, 3].map(() => lockedRefreshFetch(SESSION_KEY, server.fetch))
    const answers = await Promise.all(clients.map((send) => refresh(send, 'refresh-1')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(server.refreshes).toBe(1)
  })

  test('gives the lock up when an answer stalls', async () => {
    const server = authServer()
    await store(1, Math.floor(Date.now() / 1000) - 10)
    const stalling = lockedRefreshFetch(
      SESSION_KEY,
      (_input, init) => {
        const body = new ReadableStream({
          start: (controller) =>
            init?.signal?.addEventListener('abort', () => controller.error(new Error('stalled'))),
        })
        return Promise.resolve(new Response(body))
      },
      20,
    )
    await expect(refresh(stalling, 'refresh-1')).rejects.toThrow()
    expect((await refresh(lockedRefreshFetch(SESSION_KEY, server.fetch), 'refresh-1')).status).toBe(200)
  })

  test('passes everything else through', async () => {
    const seen: string[] = []
    const send = lockedRefreshFetch(SESSION_KEY, async (input) => {
      seen.push(urlOf(input))
      return new Response('ok')
    })
    await send('http://server/auth/v1/user')
    await send('http://server/auth/v1/token?grant_type=password', { method: 'POST', body: '{}' })
    expect(seen).toHaveLength(2)
  })

  test.each([
    new Response('<html>Wi-Fi</html>'),
    new Response('<html>Wi-Fi</html>', { status: 403 }),
    new Response('<html>Wi-Fi</html>', { status: 511 }),
    Response.json({ code: 'over_request_rate_limit' }, { status: 429 }),
  ])(
    'hands on as a server in trouble what is no word of the auth server, and the session stays',
    async (answer) => {
      const server = authServer()
      server.answer = answer
      await store(1, SECONDS - 10)
      const handed = await refresh(lockedRefreshFetch(SESSION_KEY, server.fetch), 'refresh-1')
      expect([handed.status, await handed.text()]).toEqual([503, ''])
      expect(JSON.parse((await sessionStorage.getItem(SESSION_KEY)) ?? '')).toMatchObject({
        refresh_token: 'refresh-1',
      })
    },
  )

  test('hands a refused refresh on as it came', async () => {
    const server = authServer()
    await store(7, Math.floor(Date.now() / 1000) - 10)
    expect((await refresh(lockedRefreshFetch(SESSION_KEY, server.fetch), 'refresh-7')).status).toBe(400)
  })
})
