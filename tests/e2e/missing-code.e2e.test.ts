import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { witness } from '../support/witness.ts'

const stack = inject('stack')
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'ja-JP' }
/** Long enough for a busy machine; the test waits for what it expects, not for this. */
const PATIENCE_MS = 60_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** As if the browser had lost the code of a screen, which it keeps in two places. Answers how many files it was. */
async function loseCode(page: Page, screen: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  return page.evaluate(async (part) => {
    let lost = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const isLost = ({ url }: Request) => new URL(url).pathname.startsWith(`/assets/${part}`)
      for (const request of (await cache.keys()).filter(isLost)) lost += Number(await cache.delete(request))
    }
    return lost
  }, screen)
}

test('a screen whose code is missing comes by itself with the connection', { timeout: 180_000 }, async () => {
  const train = await boardTrain(stack)
  const phone = await browser.newContext(PHONE)
  const page = await phone.newPage()
  try {
    await page.goto(train.web)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    expect(await loseCode(page, 'signup')).toBeGreaterThan(0)
    train.enterTunnel()
    await phone.setOffline(true)
    await page.getByRole('link', { name: '新規登録' }).first().click()
    await page
      .getByRole('heading', { name: 'この画面はまだ端末にありません' })
      .waitFor({ timeout: PATIENCE_MS })
    train.leaveTunnel()
    await phone.setOffline(false)
    await page.getByRole('heading', { name: '新規登録', level: 1 }).waitFor({ timeout: PATIENCE_MS })
  } catch (error) {
    await witness('missing-code', [page])
    throw error
  } finally {
    await phone.close()
    await train.close()
  }
})
