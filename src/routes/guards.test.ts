// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#app/app.ts'
import type { Settled } from '#app/session/session-state.ts'
import { createValue } from '#platform/observable-value.ts'
import type { Account } from '#domain/account.ts'
import { createAppRouter } from './router.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})

const SIGNED_IN = { status: 'signedIn', userId: 'a', email: '', username: null, recovering: false } as const
const SIGNED_OUT = { status: 'signedOut', reason: 'none' } as const

/** Where one ends up who goes to `path`. */
async function arrive(path: string, session: Settled, facts: Partial<App> = {}): Promise<string> {
  const app = { session: { settled: () => Promise.resolve(session) }, ...facts } as unknown as App
  const router = createAppRouter(app, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return router.state.location.href
}

test.each([
  '/favorites',
  '/profile',
  '/profile/favorites',
  '/profile/reviews',
  '/profile/history',
  '/matching',
  '/matching/new',
  '/profile/matching',
  '/profile/incoming-likes',
  '/profile/liked-users',
  '/profile/match-history',
  '/profile/notifications?filter=premium',
  '/profile/notification-settings',
  '/profile/verification',
  '/profile/blocked',
  '/profile/sync',
  '/profile/0190a1b2-0000-7000-8000-000000000001',
  '/profile/settings',
  '/messages',
  '/messages/0190a1b2-0000-7000-8000-000000000001',
])('%s asks a visitor to log in and remembers the way', async (path) => {
  expect(await arrive(path, SIGNED_OUT)).toBe(`/login?from=${encodeURIComponent(path)}`)
  expect(await arrive(path, SIGNED_IN)).toBe(path)
})

test.each([
  '/',
  '/search?q=%E7%8C%AB',
  '/genre/music',
  '/video/dQw4w9WgXcQ',
  '/login',
  '/signup',
  '/reset-password',
])('%s is open to everybody', async (path) => expect(await arrive(path, SIGNED_OUT)).toBe(path))

test.each([
  ['/nowhere', '/'],
  ['/nowhere/at/all?x=1', '/'],
  ['/genre/unknown', '/'],
  ['/video/not-an-id', '/'],
  ['/profile/messages', '/messages'],
  ['/profile/nobody', '/'],
  ['/messaging', '/messages'],
  ['/messaging/0190a1b2-0000-7000-8000-000000000001', '/messages/0190a1b2-0000-7000-8000-000000000001'],
  ['/messages/x', '/messages'],
])('%s leads to %s', async (path, end) => expect(await arrive(path, SIGNED_IN)).toBe(end))

test.each([
  ['/login?from=/favorites', '/favorites'],
  ['/login?from=https://evil.example/', '/'],
  ['/login?from=//evil.example', '/'],
  ['/signup', '/'],
])('who is signed in leaves %s for %s', async (path, end) => expect(await arrive(path, SIGNED_IN)).toBe(end))

describe('what only admins see', () => {
  const ADMIN_PATHS = [
    '/admin',
    '/admin/users',
    '/admin/verification',
    '/admin/reports',
    '/admin/promotion',
    '/admin/log',
  ]
  const known = (role?: string | null) => {
    const account: Account = { userId: 'a', email: '', name: '', avatarUrl: null, isPremium: false }
    return createValue<Account | null>(role === undefined ? account : { ...account, role })
  }
  /** Someone whom the server knows by this role, or cannot be asked about. */
  const who = (server: 'admin' | 'youtuber' | null | 'unreached', account = known()): Partial<App> => ({
    account,
    keeper: { state: createValue({ status: 'closed' }) } as unknown as App['keeper'],
    rest: () =>
      server === 'unreached'
        ? Promise.reject(new Error('offline'))
        : Promise.resolve({ body: { role: server }, total: null, asOf: null }),
  })

  test.each(ADMIN_PATHS)('%s is for admins', async (path) => {
    expect(await arrive(path, SIGNED_OUT)).toBe(`/login?from=${encodeURIComponent(path)}`)
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
