import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { launchBrowser } from '../support/browser.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { makeAcquaintance, newPerson, onServer, signIn, signUp } from './people.ts'
import { PHONE } from './devices.ts'

const stack = inject('stack')
const HOUR_MS = 3_600_000
/** For so long the pages stay open, ms. */
const STAY_MS = 35_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A device whose clock is off, in pages and worker; `refreshes` are those of the session. */
async function deviceOff(byMs: number): Promise<{ context: BrowserContext; refreshes: string[] }> {
  const context = await browser.newContext(PHONE)
  await shiftClock(context, byMs)
  const refreshes: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url())
  })
  return { context, refreshes }
}

async function rate(page: Page): Promise<void> {
  await page.goto(`${stack.web}/`)
  await page.locator('main article a[href^="/video/"]').first().click()
  await page.waitForURL(/\/video\//)
  const overall = page.getByRole('radiogroup', { name: SCORE_NAMES.overall, exact: true })
  await overall.getByRole('radio', { name: '4点', exact: true }).press('Space')
  await page.locator('#rating[data-sync="saved"]').waitFor()
}

test.concurrent.for([
  ['3 hours ahead', 3 * HOUR_MS],
  ['48 hours behind', -48 * HOUR_MS],
  ['400 days ahead', 400 * 24 * HOUR_MS],
] as const)(
  'a device whose clock is %s renews its session at most twice in a whole visit',
  async ([, byMs], { expect }) => {
    const person = newPerson('tokei')
    const setUp = await browser.newContext(PHONE)
    await signUp(await setUp.newPage(), stack.web, person)
    await setUp.close()
    const { userId } = await makeAcquaintance(stack, person)

    const { context, refreshes } = await deviceOff(byMs)
    const page = await context.newPage()
    await signIn(page, stack.web, person)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await rate(page)
    await page.reload()
    const second = await context.newPage()
    await second.goto(`${stack.web}/profile/notifications`)
    const notification = second.locator('li[data-notification]', { hasText: 'ようこそ、ミルトモへ' })
    await notification.waitFor()
    // By the server's clock it came just now
    await expect.poll(() => notification.locator('time').innerText()).toMatch(/^(たった今|[1-5]分前)$/)
    await second.waitForTimeout(STAY_MS)
    await second.goto(`${stack.web}/premium/upgrade`)
    await second.reload()
    expect(refreshes.length).toBeLessThanOrEqual(2)
    expect((await onServer(stack, userId)).ratings).toMatchObject([{ overall: 4 }])
    await context.close()
  },
)
