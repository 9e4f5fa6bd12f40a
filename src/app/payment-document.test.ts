// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import type { App } from './app.ts'
import { enterPaymentDocument } from './payment-document.ts'

afterEach(() => vi.restoreAllMocks())

type Scene = {
  loadedAt?: string
  online?: boolean
  stripe?: { publishableKey: string; standInUrl?: string }
  cause?: 'preload' | 'enter'
}

/** What is loaded, or `in` when the screen is shown in the present document. */
async function enter({
  loadedAt = '/',
  online = true,
  stripe = { publishableKey: 'pk' },
  cause = 'enter',
}: Scene): Promise<string> {
  const entry = { name: `https://mirutomo.example${loadedAt}` } as PerformanceEntry
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  const app = {
    connectivity: { online: createValue(online) },
    environment: () => Promise.resolve({ stripe }),
  } as unknown as App
  return new Promise((resolve) => {
    const entering = { context: { app }, cause, location: { href: '/premium/upgrade?plan=yearly' } }
    void enterPaymentDocument(entering, resolve).then(() => resolve('in'))
  })
}

test('Stripe.js gets a document that may load it', async () => {
  expect(await enter({})).toBe('/premium/upgrade?plan=yearly')
})

test.each<[string, Scene]>([
  ['that is one already', { loadedAt: '/premium/upgrade?plan=monthly' }],
  ['that is one for bookings', { loadedAt: '/youtuber/promotions/new' }],
  ['without a connection', { online: false }],
  ['for what is only looked ahead to', { cause: 'preload' }],
  ['with the stand-in', { stripe: { publishableKey: 'pk', standInUrl: 'http://x' } }],
])('the document stays %s', async (_, scene) => expect(await enter(scene)).toBe('in'))
