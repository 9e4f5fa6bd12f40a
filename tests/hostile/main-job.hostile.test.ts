import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { onServer } from '../e2e/people.ts'
import { PATIENCE_MS } from '../e2e/patience.ts'
import { drawn } from '../support/drawn.ts'
import { expectReadingOnly, newTraveller, openDevice, signInOn, withoutNetwork } from './device.ts'
import { MODES } from './modes.ts'
import { COMMENT, makeFavorite, MESSAGE, readNotification, review, write } from './nouns.ts'

const stack = inject('stack')
const { example: VIDEO } = ADDRESSES['/video/$videoId']

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test.each(drawn('the main job', MODES, 2))(
  'what is done without a network arrives once, after a restart too, with $name',
  async (mode) => {
    const traveller = await newTraveller(browser, stack)
    const { userId, conversationId } = traveller
    const device = await openDevice(browser, stack, mode)
    const { page, host, context } = device
    if (!mode.stores) return expectReadingOnly(device, traveller, VIDEO)

    await signInOn(device, mode, traveller.person)
    const screens = [
      [VIDEO, async () => (await review(page), makeFavorite(page))],
      [`/messages/${conversationId}`, () => write(page)],
      ['/profile/notifications', () => readNotification(page)],
    ] as const
    for (const [path] of screens) {
      await page.goto(host.web + path)
      await page.locator('main h1').waitFor()
      await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
    }
    await withoutNetwork(device, mode, async () => {
      for (const [path, act] of screens) {
        await page.goto(host.web + path)
        await act()
      }
      await page.close()
    })

    const again = await context.newPage()
    await again.goto(`${host.web}/favorites`)
    await expect
      .poll(
        async () => {
          const { ratings, favorites, messages, reads } = await onServer(stack, userId)
          return [
            ratings.map(({ overall, comment }) => [overall, comment]),
            favorites.length,
            messages.map(({ body }) => body),
            reads.length,
          ]
        },
        { timeout: PATIENCE_MS },
      )
      .toEqual([[[4, COMMENT]], 1, [MESSAGE], 1])
    await again.locator('main li[data-sync="saved"]').waitFor()
    await again.goto(`${host.web}/messages/${conversationId}`)
    await again.locator('li[data-message][data-sync="saved"]', { hasText: MESSAGE }).waitFor()
    expect(await again.locator('li[data-message]').count()).toBe(1)
    expect(device.errors).toEqual([])
  },
)
