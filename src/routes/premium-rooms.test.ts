// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import type { App } from '#app/app.ts'
import type { RestAnswer } from '#app/rest.ts'
import type { Settled } from '#app/session/session-state.ts'
import { createValue } from '#platform/observable-value.ts'
import { createAppRouter } from './router.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})

const SIGNED_IN = { status: 'signedIn', userId: 'a', email: '', username: null, recovering: false } as const
const SIGNED_OUT = { status: 'signedOut', reason: 'none' } as const
const CONVERSATION = '/premium/messaging/0190a1b2-0000-7000-8000-000000000001'

/** The router as somebody has it of whose premium the server says so much. */
function routerOf(session: Settled, facts: { is_premium: boolean; premium_expiry?: string }, path: string) {
  const rest = vi.fn((): Promise<RestAnswer> => Promise.resolve({ body: facts, total: null, asOf: null }))
  const app = {
    session: { settled: () => Promise.resolve(session) },
    connectivity: { online: createValue(true) },
    keeper: { state: createValue({ status: 'closed' }) },
    rest,
  } as unknown as App
  return { rest, router: createAppRouter(app, createMemoryHistory({ initialEntries: [path] })) }
}
async function arrive(...args: Parameters<typeof routerOf>): Promise<string> {
  const { router } = routerOf(...args)
  await router.load()
  return router.state.location.href
}

test.each([
  '/premium/advanced-search?q=%E7%8C%AB&genres=vlog%2Canimals&overall=4&order=longest&page=2',
  '/premium/matching',
  '/premium/matching?view=deck',
  '/premium/messaging',
  CONVERSATION,
])('%s is for premium people', async (path) => {
  expect(await arrive(SIGNED_OUT, { is_premium: false }, path)).toBe(
    `/login?from=${encodeURIComponent(path)}`,
  )
  expect(await arrive(SIGNED_IN, { is_premium: false }, path)).toBe('/premium/upgrade')
  expect(await arrive(SIGNED_IN, { is_premium: false, premium_expiry: '2020-01-01T00:00:00Z' }, path)).toBe(
    '/premium/expired',
  )
  expect(await arrive(SIGNED_IN, { is_premium: true }, path)).toBe(path)
})

test('that premium has ended is told only to whose premium has ended', async () => {
  const path = '/premium/expired?renew=%2Fpremium%2Fextend'
  const lapsed = { is_premium: false, premium_expiry: '2020-01-01T00:00:00Z' }
  expect(await arrive(SIGNED_OUT, lapsed, path)).toBe(`/login?from=${encodeURIComponent(path)}`)
  expect(await arrive(SIGNED_IN, lapsed, path)).toBe(path)
  expect(await arrive(SIGNED_IN, { is_premium: true, premium_expiry: '2999-01-01T00:00:00Z' }, path)).toBe(
    '/premium/dashboard',
  )
  expect(await arrive(SIGNED_IN, { is_premium: false }, path)).toBe('/premium/upgrade')
})

test('a conversation that is none leads to the list', async () => {
  expect(await arrive(SIGNED_IN, { is_premium: true }, '/premium/messaging/x')).toBe('/premium/messaging')
})

test('the gate looks once, not at every condition', async () => {
  const { rest, router } = routerOf(SIGNED_IN, { is_premium: true }, '/premium/advanced-search')
  await router.load()
  await router.navigate({ to: '/premium/advanced-search', search: { q: '猫' } })
  expect(router.state.location.href).toBe('/premium/advanced-search?q=%E7%8C%AB')
  expect(rest).toHaveBeenCalledOnce()
})
