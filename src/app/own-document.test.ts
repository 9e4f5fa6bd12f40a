// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { watchLeaving } from '#platform/leaving.ts'
import type { App } from './app.ts'
import { enterPaymentDocument, enterVerificationDocument, lacksOwnDocument } from './own-document.ts'

beforeEach(() => {
  sessionStorage.clear()
  comeBack()
})
/** As if another document were there: what the one before loaded is over. */
const comeBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

/** As if the document that was asked for did not come. */
const giveUp = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
watchLeaving()

type Scene = {
  loadedAt?: string
  online?: boolean
  stripe?: { publishableKey: string; standInUrl?: string } | null
  cause?: 'preload' | 'enter'
}

/** What is loaded, or `in` when the screen is shown in the present document. */
async function enter(
  enterDocument: typeof enterPaymentDocument,
  to: string,
  { loadedAt = '/', online = true, stripe = { publishableKey: 'pk' }, cause = 'enter' }: Scene,
): Promise<string> {
  const app = {
    connectivity: { online: createValue(online) },
    environment: () => Promise.resolve({ stripe }),
  } as unknown as App
  return new Promise((resolve) => {
    const entering = { context: { app }, cause, location: { href: to } }
    const way = { loadedAt: new URL(loadedAt, 'https://mirutomo.example'), load: resolve }
    void enterDocument(entering, way).then(() => resolve('in'))
  })
}
const PAY = '/premium/upgrade?plan=yearly'
const pay = (scene: Scene) => enter(enterPaymentDocument, PAY, scene)
const verify = (scene: Scene) => enter(enterVerificationDocument, '/profile/verification', scene)

describe('A screen with a document of its own', () => {
  test.each<[string, Scene]>([
    ['real Stripe', {}],
    ['the local provider', { stripe: { publishableKey: 'pk', standInUrl: 'http://x' } }],
  ])('loads it for cards with %s', async (_, scene) => expect(await pay(scene)).toBe(PAY))

  test('loads it for the human check', async () => {
    expect(await verify({ loadedAt: '/premium/upgrade' })).toBe('/profile/verification')
  })

  test.each<[string, Scene]>([
    ['that is one already', { loadedAt: '/premium/upgrade?plan=monthly' }],
    ['that is one for bookings', { loadedAt: '/youtuber/promotions/new' }],
    ['without a connection', { online: false }],
    ['for what is only looked ahead to', { cause: 'preload' }],
    ['where no card can be charged', { stripe: null }],
  ])('stays in a document %s', async (_, scene) => expect(await pay(scene)).toBe('in'))

  test.each(['/profile/verification', '/profile/verification/', '/profile/verification?debug=true'])(
    'stays in the document of %s',
    async (loadedAt) => expect(await verify({ loadedAt })).toBe('in'),
  )

  test('is waited for where it is pressed twice, and nothing is told to lack', async () => {
    expect(await verify({})).toBe('/profile/verification')
    void verify({})
    await Promise.resolve()
    expect(lacksOwnDocument.read()).toBe(false)
  })

  test('is shown in the present one, and told to lack its own, instead of loading a second time in a row', async () => {
    expect(await verify({})).toBe('/profile/verification')
    giveUp()
    expect(await verify({})).toBe('in')
    expect(lacksOwnDocument.read()).toBe(true)
    comeBack()
    expect(await verify({ loadedAt: '/profile/verification' })).toBe('in')
    expect(lacksOwnDocument.read()).toBe(false)
  })
})
