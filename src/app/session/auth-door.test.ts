import { afterEach, expect, test, vi } from 'vitest'
import { SESSION_KEY, sessionStorage } from '#sync/session/session-storage.ts'
import { openAuthDoor } from './auth-door.ts'

afterEach(() => vi.unstubAllGlobals())

const sessionOf = (generation: number, expires_at: number) => ({
  access_token: `head.${btoa(JSON.stringify({ sub: 'anna', session_id: 's1', exp: expires_at }))}.signature`,
  refresh_token: `refresh-${generation}`,
  expires_in: 3600,
  expires_at,
  token_type: 'bearer',
  user: { id: 'anna' },
})
const environment = {
  apiUrl: 'http://server',
  publishableKey: 'key',
  thumbnailBase: 'http://server/thumbnails',
}

/** Opens the door with a session that has ended, where these answers come to its renewal. Answers what the app was told. */
async function renewBy(answers: Response[]): Promise<string[]> {
  const seconds = Math.floor(Date.now() / 1000)
  await sessionStorage.setItem(SESSION_KEY, JSON.stringify(sessionOf(1, seconds - 10)))
  const renewed = (): Response => Response.json(sessionOf(2, seconds + 3600))
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift() ?? renewed()))
  const told: string[] = []
  await openAuthDoor(environment, ({ event }) => told.push(event)).ready()
  return told
}
const stored = async (): Promise<unknown> => JSON.parse((await sessionStorage.getItem(SESSION_KEY)) ?? 'null')

test.each([200, 400, 401, 403, 407, 429, 511])(
  'a captive portal that answers %d for the auth server signs nobody out, and behind it the session is renewed',
  async (status) => {
    expect(await renewBy([new Response('<html>Wi-Fi</html>', { status })])).not.toContain('SIGNED_OUT')
    expect(await stored()).toMatchObject({ refresh_token: 'refresh-2' })
  },
)

test('the auth server itself ends the session', async () => {
  const refusal = Response.json({ code: 'refresh_token_not_found', message: '' }, { status: 400 })
  expect(await renewBy([refusal])).toContain('SIGNED_OUT')
  expect(await stored()).toBeNull()
})
