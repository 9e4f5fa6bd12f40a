import { isRedirect } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import type { PremiumFacts } from '#domain/premium.ts'
import { createValue } from '#platform/observable-value.ts'
import type { App } from './app.ts'
import { requirePremium, toOwnPremium } from './premium-gate.ts'
import { RestFailure } from './rest.ts'

const PAST = '2020-01-01T00:00:00Z'
const FUTURE = '2999-01-01T00:00:00Z'
const RUNNING: PremiumFacts = { is_premium: true, premium_plan: 'yearly', premium_expiry: FUTURE }
const LAPSED: PremiumFacts = { is_premium: false, premium_plan: 'yearly', premium_expiry: PAST }
const NEVER: PremiumFacts = { is_premium: false }

type Scene = {
  signedIn?: boolean
  online?: boolean
  /** What the server says; an error is thrown. */
  server?: PremiumFacts | Error
  /** What the device holds; null: nothing. */
  device?: PremiumFacts | null
  /** The server's clock, and the device's corrected one; ms. */
  asOf?: number
  now?: number
}

/** Where the gate leads; undefined is in. */
async function lead(
  gate: typeof requirePremium,
  {
    signedIn = true,
    online = true,
    server = new Error('not asked'),
    device = null,
    asOf,
    now = Date.now(),
  }: Scene,
): Promise<unknown> {
  const ownProfile$ = {
    subscribe: (next: (own: unknown) => void) => {
      next(device && { username: 'a', ...device })
      return { unsubscribe: () => {} }
    },
  }
  const app = {
    session: { settled: () => Promise.resolve({ status: signedIn ? 'signedIn' : 'signedOut' }) },
    connectivity: { online: createValue(online) },
    rest: vi.fn<() => Promise<unknown>>(() =>
      server instanceof Error
        ? Promise.reject(server)
        : Promise.resolve({ body: server, asOf: asOf ?? null }),
    ),
    keeper: { state: createValue({ status: 'open', opened: { ownProfile$, store: { now: () => now } } }) },
  } as unknown as App
  try {
    await gate({ context: { app }, location: { href: '/premium/dashboard' } })
    return undefined
  } catch (error) {
    if (!isRedirect(error)) throw error
    return error.options
  }
}

test('a visitor logs in first, and comes back', async () => {
  expect(await lead(requirePremium, { signedIn: false })).toMatchObject({
    to: '/login',
    search: { from: '/premium/dashboard' },
  })
})

test.each<[string, Scene, string | undefined]>([
  ['who has premium', { server: RUNNING }, undefined],
  ['whose premium came since the device heard', { server: RUNNING, device: NEVER }, undefined],
  ['who never had it', { server: NEVER }, '/premium/upgrade'],
  ['whose premium has ended', { server: LAPSED }, '/premium/expired'],
  [
    'whose premium has ended and is still flagged',
    { server: { ...LAPSED, is_premium: true } },
    '/premium/expired',
  ],
  ['whose premium ended since the device heard', { server: LAPSED, device: RUNNING }, '/premium/expired'],
  ['who is offline with premium', { online: false, device: RUNNING }, undefined],
  [
    'who is offline past its end',
    { online: false, device: { ...RUNNING, premium_expiry: PAST } },
    '/premium/expired',
  ],
  ['who is offline on a new device', { online: false }, '/premium/upgrade'],
  ['whom the server does not answer', { server: new RestFailure('timeout'), device: RUNNING }, undefined],
])('%s', async (_, scene, to) => {
  expect(await lead(requirePremium, scene)).toEqual(
    to === undefined ? undefined : expect.objectContaining({ to }),
  )
})

test.each<[Scene, string]>([
  [{ server: RUNNING }, '/premium/dashboard'],
  [{ server: NEVER }, '/premium/upgrade'],
  [{ server: LAPSED }, '/premium/upgrade'],
  [{ signedIn: false }, '/login'],
])('/premium leads %o to %s', async (scene, to) => {
  expect(await lead(toOwnPremium, scene)).toMatchObject({ to })
})

test('a device whose clock is wrong locks nobody out, and lets nobody in', async () => {
  const [then, long] = [Date.parse('2020-01-10T00:00:00Z'), Date.parse('2020-02-10T00:00:00Z')]
  const monthly = { is_premium: true, premium_plan: 'monthly', premium_expiry: '2020-02-01T00:00:00Z' }
  expect(await lead(requirePremium, { server: monthly, asOf: then })).toBeUndefined()
  expect(await lead(requirePremium, { online: false, device: monthly, now: then })).toBeUndefined()
  expect(await lead(requirePremium, { server: monthly, asOf: long })).toMatchObject({
    to: '/premium/expired',
  })
  expect(await lead(requirePremium, { online: false, device: monthly, now: long })).toMatchObject({
    to: '/premium/expired',
  })
})
