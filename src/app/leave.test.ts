import { expect, test, vi } from 'vitest'
import type { Departure } from '#sync/departure/depart.ts'
import { createValue } from '#platform/observable-value.ts'
import type { Farewell } from './app.ts'
import { leave } from './leave.ts'
import type { SessionState } from './session/session-state.ts'

const USER = '0190a1b2-0000-7000-8000-000000000001'

function setUp(parts: { depart: () => Promise<Departure>; prepareGoodbye?: () => Promise<() => void> }) {
  const state = createValue<SessionState>({
    status: 'signedIn',
    userId: USER,
    email: '',
    username: null,
    recovering: false,
  })
  const goodbye = vi.fn()
  const farewell = createValue<Farewell | null>(null)
  const session = {
    state,
    prepareGoodbye: parts.prepareGoodbye ?? (() => Promise.resolve(goodbye)),
    signOut: async () => state.set({ status: 'signedOut', reason: 'left' }),
  }
  const app = { keeper: { depart: parts.depart }, session, farewell }
  const go = (how: 'seal' | 'discard') =>
    leave(app as unknown as Parameters<typeof leave>[0], how, async () => {}, 20)
  return { go, state, farewell, goodbye }
}

test('signing out ends although the departure never does, and what becomes of it later is told', async () => {
  const departing = Promise.withResolvers<Departure>()
  const { go, state, farewell, goodbye } = setUp({ depart: () => departing.promise })
  expect(await go('seal')).toBe(true)
  expect(state.read().status).toBe('signedOut')
  expect(goodbye).toHaveBeenCalledOnce()
  departing.resolve({ remainder: 'kept', count: 2 })
  await vi.waitFor(() => expect(farewell.read()?.departure).toEqual({ remainder: 'kept', count: 2 }))
})

test('signing out waits for nobody to learn what the server is told, and tells it once that is known', async () => {
  const preparing = Promise.withResolvers<() => void>()
  const { go, state } = setUp({
    depart: () => Promise.resolve({ remainder: 'none' }),
    prepareGoodbye: () => preparing.promise,
  })
  expect(await go('seal')).toBe(true)
  expect(state.read().status).toBe('signedOut')
  const goodbye = vi.fn()
  preparing.resolve(goodbye)
  await vi.waitFor(() => expect(goodbye).toHaveBeenCalledOnce())
})

test('a session that cannot be read keeps nobody from signing out', async () => {
  const { go, state } = setUp({
    depart: () => Promise.resolve({ remainder: 'none' }),
    prepareGoodbye: () => Promise.reject(new Error('no code')),
  })
  expect(await go('seal')).toBe(true)
  expect(state.read().status).toBe('signedOut')
})

test('a departure that cannot seal leaves the person signed in, and one that gives up signs them out', async () => {
  const { go, state, goodbye } = setUp({ depart: () => Promise.reject(new Error('no key')) })
  expect(await go('seal')).toBe(false)
  expect([state.read().status, goodbye.mock.calls.length]).toEqual(['signedIn', 0])
  expect(await go('discard')).toBe(true)
  expect([state.read().status, goodbye.mock.calls.length]).toEqual(['signedOut', 1])
})
