import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { newPerson, signIn, signUp } from './people.ts'
import { awaitWholeCatalogue } from './whole-catalogue.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
/** The demo account with premium; it writes nothing here. */
const PREMIUM = { email: 'premium@mirutomo.test', password: 'mirutomo-demo' }
const JOURNEY_MS = 300_000
const FROM_DEVICE = 'この端末にある動画から検索しました'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** What the screen says it found on the server or on the device: how many, and which stand on this page. */
async function found(page: Page, by: 'server' | 'device'): Promise<{ range: string; titles: string[] }> {
  const videos = page.getByRole('list', { name: '動画の一覧' }).locator('article')
  const noted = by === 'device' ? 1 : 0
  await expect
    .poll(async () => [await videos.count(), await page.getByText(FROM_DEVICE).count()], {
      timeout: PATIENCE_MS,
    })
    .toEqual([10, noted])
  const range = await page
    .locator('main')
    .getByText(/件中 1〜10件$/)
    .innerText()
  return { range, titles: await videos.locator('a[href^="/video/"]').allInnerTexts() }
}

test('a premium person filters online, and finds the same in a tunnel', { timeout: JOURNEY_MS }, async () => {
  const train = await boardTrain(stack)
  const context = await browser.newContext(LAPTOP)
  const page = await context.newPage()
  await signIn(page, train.web, PREMIUM)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await awaitWholeCatalogue(page, train.web, stack, PATIENCE_MS)

  await page.goto(`${train.web}/search?q=${encodeURIComponent('の')}`)
  await page.getByRole('link', { name: '詳しい条件で探す' }).click()
  await page.waitForURL(/\/premium\/advanced-search\?q=/)
  const form = page.getByRole('form', { name: '検索の条件' })
  await form.getByLabel('言葉').fill('')
  await form.getByText('音楽', { exact: true }).click()
  await form.getByText('ゲーム', { exact: true }).click()
  await form.getByLabel('公開日（から）').fill('2006-01-01')
  await form.getByRole('button', { name: 'この条件で検索' }).click()
  await page.waitForURL(/genres=gaming%2Cmusic/)
  await page.getByLabel('並び順').selectOption('longest')
  await page.waitForURL(/order=longest/)
  const online = await found(page, 'server')
  expect(online.titles).toHaveLength(10)

  train.enterTunnel()
  await context.setOffline(true)
  // The address alone brings it back, from what the device holds
  await page.goto(page.url())
  expect(await found(page, 'device')).toEqual(online)
  expect(await form.getByLabel('公開日（から）').inputValue()).toBe('2006-01-01')
  await page.getByRole('link', { name: '2ページ目' }).click()
  await page.waitForURL(/page=2/)
  await page.getByText(/件中 11〜20件$/).waitFor({ timeout: PATIENCE_MS })
  await Promise.all([context.close(), train.close()])
})

test('who has no premium is shown what it costs', { timeout: JOURNEY_MS }, async () => {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signUp(page, stack.web, newPerson('free'))
  for (const room of ['advanced-search', 'matching', 'messaging']) {
    // The document that is led to takes the place of the one that leads there, which may never have loaded whole
    await page.goto(`${stack.web}/premium/${room}`, { waitUntil: 'commit' })
    await page.waitForURL(`${stack.web}/premium/upgrade`, { timeout: PATIENCE_MS, waitUntil: 'commit' })
    // Hazard: of a document that takes another's place Playwright may miss that it was loaded
    await page.waitForFunction(() => document.readyState === 'complete', null, { timeout: PATIENCE_MS })
    await page.getByRole('heading', { name: 'プレミアム登録' }).waitFor({ timeout: PATIENCE_MS })
  }
  await context.close()
})
