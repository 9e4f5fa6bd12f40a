// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { App } from '#app/app.ts'
import { RestFailure } from '#app/rest.ts'
import type { Settled } from '#app/session/session-state.ts'
import { createValue } from '#platform/observable-value.ts'
import type { Account } from '#domain/account.ts'
import { DETOURS, screensFor } from '../../tests/support/addresses.ts'
import { createAppRouter } from './router.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})

const SIGNED_IN = { status: 'signedIn', userId: 'a', email: '', username: null, recovering: false } as const
const SIGNED_OUT = { status: 'signedOut', reason: 'none' } as const

/** `more`: what of the app is asked beside the session. */
async function routerAt(path: string, session: Settled, more: object = {}) {
  const app = { session: { settled: () => Promise.resolve(session) }, ...more } as unknown as App
  const router = createAppRouter(app, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return router
}

/** Where one ends up who goes to `path`. */
const arrive = async (path: string, session: Settled, more: object = {}): Promise<string> =>
  (await routerAt(path, session, more)).state.location.href

test.each(screensFor('viewer'))(
  '$example asks a visitor to log in and remembers the way',
  async ({ example: path }) => {
    expect(await arrive(path, SIGNED_OUT)).toBe(`/login?from=${encodeURIComponent(path)}`)
    expect(await arrive(path, SIGNED_IN)).toBe(path)
  },
)

// Who gets further is told below and by premium-gate.test.ts and premium-rooms.test.ts
test.each((['premium', 'expired', 'creator', 'admin'] as const).flatMap(screensFor))(
  '$example asks a visitor to log in',
  async ({ example }) =>
    expect(await arrive(example, SIGNED_OUT)).toBe(`/login?from=${encodeURIComponent(example)}`),
)
test('so does /premium', async () =>
  expect(await arrive('/premium', SIGNED_OUT)).toBe('/login?from=%2Fpremium'))

test.each([...screensFor('everybody'), ...screensFor('visitor')])(
  '$example is open to everybody',
  async ({ example }) => expect(await arrive(example, SIGNED_OUT)).toBe(example),
)

// Where /premium leads is asked of the server
test.each(DETOURS.filter(({ example }) => example !== '/premium'))(
  '$example leads to $leadsTo',
  async ({ example, leadsTo }) => expect(await arrive(example, SIGNED_IN)).toBe(leadsTo),
)

test.each([
  ['/nowhere/at/all?x=1', '/'],
  ['/genre/unknown', '/'],
  ['/video/not-an-id', '/'],
  ['/profile/nobody', '/'],
  ['/messages/x', '/messages'],
])('%s leads to %s', async (path, end) => expect(await arrive(path, SIGNED_IN)).toBe(end))

test.each([
  ['/login?from=/favorites', '/favorites'],
  ['/login?from=https://evil.example/', '/'],
  ['/login?from=//evil.example', '/'],
  ['/signup', '/'],
])('who is signed in leaves %s for %s', async (path, end) => expect(await arrive(path, SIGNED_IN)).toBe(end))

describe('/youtuber/dashboard', () => {
  const PATH = '/youtuber/dashboard'
  const asking = (rest: () => Promise<unknown>, isCreator = false) => ({
    account: createValue({ isCreator }),
    rest,
  })
  const channels = (...rows: unknown[]) =>
    asking(() => Promise.resolve({ body: rows, total: null, asOf: null }))
  const channel = { id: 'a' }
  const failing = (code: 'offline' | 'server', isCreator: boolean) =>
    asking(() => Promise.reject(new RestFailure(code)), isCreator)

  test('asks a visitor to log in', async () => {
    expect(await arrive(`${PATH}?payment=success`, SIGNED_OUT)).toBe(
      `/login?from=${encodeURIComponent(`${PATH}?payment=success`)}`,
    )
  })
  test('is open to a creator, as the server or the device knows them', async () => {
    expect(await arrive(PATH, SIGNED_IN, channels(channel))).toBe(PATH)
    expect(await arrive(PATH, SIGNED_IN, failing('offline', true))).toBe(PATH)
  })
  test('leads everybody else to where one registers, and whoever cannot be checked', async () => {
    expect(await arrive(PATH, SIGNED_IN, channels())).toBe('/youtuber/register')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const arrived = arrive(PATH, SIGNED_IN, failing('server', false))
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await arrived).toBe('/youtuber/register')
  })
  test.each(['/youtuber/promotions/new', '/youtuber/promotions/active'])('so does %s', async (path) => {
    expect(await arrive(path, SIGNED_OUT)).toBe(`/login?from=${encodeURIComponent(path)}`)
    expect(await arrive(path, SIGNED_IN, channels(channel))).toBe(path)
    expect(await arrive(path, SIGNED_IN, channels())).toBe('/youtuber/register')
  })
})

describe('what only admins see', () => {
  const known = (role?: string | null) => {
    const account: Account = {
      userId: 'a',
      email: '',
      name: '',
      avatarUrl: null,
      isPremium: false,
      isCreator: false,
    }
    return createValue<Account | null>(role === undefined ? account : { ...account, role })
  }
  /** Someone whom the server knows by this role, or, with 'unreached', cannot be asked about. */
  const who = (server: string | null, account = known()): Partial<App> => ({
    account,
    keeper: { state: createValue({ status: 'closed' }) } as unknown as App['keeper'],
    rest: () =>
      server === 'unreached'
        ? Promise.reject(new Error('offline'))
        : Promise.resolve({ body: { role: server }, total: null, asOf: null }),
  })

  test.each(screensFor('admin'))('$example is for admins', async ({ example: path }) => {
    expect(await arrive(path, SIGNED_IN, who(null))).toBe('/')
    expect(await arrive(path, SIGNED_IN, who('youtuber'))).toBe('/')
    expect(await arrive(path, SIGNED_IN, who('admin'))).toBe(path)
  })

  test('the server is asked who has become one since', async () => {
    expect(await arrive('/admin', SIGNED_IN, who('admin', known(null)))).toBe('/admin')
  })

  test('without a connection what it last told this device counts', async () => {
    expect(await arrive('/admin', SIGNED_IN, who('unreached', known('admin')))).toBe('/admin')
    expect(await arrive('/admin', SIGNED_IN, who('unreached', known(null)))).toBe('/')
    const account = known()
    const arriving = arrive('/admin', SIGNED_IN, who('unreached', account))
    account.set({ ...known().read(), role: 'admin' } as Account)
    expect(await arriving).toBe('/admin')
  })

  test('where this device cannot say either, home it is', async () => {
    const keeper = { state: createValue({ status: 'failed' }) } as unknown as App['keeper']
    expect(await arrive('/admin', SIGNED_IN, { ...who('unreached'), keeper })).toBe('/')
  })
})

test.each([
  ['/premium/expired?renew=/premium/extend', { renew: '/premium/extend' }],
  ['/premium/expired?renew=https://evil.example/', { renew: undefined }],
  ['/premium/expired?renew=//evil.example', { renew: undefined }],
  ['/premium/upgrade?plan=yearly', { plan: 'yearly' }],
  ['/premium/upgrade?plan=free', { plan: undefined }],
])('%s is read as %o', async (path, search) => {
  const lapsed = { is_premium: false, premium_expiry: '2020-01-01T00:00:00Z' }
  const { state } = await routerAt(path, SIGNED_IN, {
    connectivity: { online: createValue(true) },
    rest: () => Promise.resolve({ body: lapsed, total: null, asOf: null }),
  })
  expect(state.matches.at(-1)?.search).toMatchObject(search)
})
