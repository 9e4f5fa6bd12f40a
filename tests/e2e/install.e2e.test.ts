import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { launchBrowser, WorkerControl } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const ANDROID = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: 'ja-JP',
}
/** The tag that the worker listens to (sw/periodic-refresh.ts). */
const CATALOGUE_TAG = 'mirutomo-catalogue'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** When the server gave the lists of videos that the worker keeps; the oldest of them. */
const keptSince = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const cache = await caches.open('catalogue')
    const lists = (await cache.keys()).filter(({ url }) => /\/videos\?.*limit=/.test(url))
    const answers = await Promise.all(lists.map((list) => cache.match(list)))
    return Math.min(...answers.map((answer) => Date.parse(answer?.headers.get('date') ?? '')))
  })

test('a telephone is shown how to install, and opens what is shared into the app, at once or after the tunnel', async () => {
  const { data } = await serviceClient(stack)
    .from('videos')
    .select('youtube_id')
    .eq('on_shelf', true)
    .order('view_count', { ascending: true })
    .limit(2)
  const [first = '', second = ''] = (data ?? []).map(({ youtube_id }) => youtube_id)
  const train = await boardTrain(stack)
  const phone = await browser.newContext(ANDROID)
  const page = await phone.newPage()
  onTestFinished(async () => {
    await phone.close()
    await train.close()
  })
  await page.goto(train.web)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const banner = page.getByRole('region', { name: 'アプリのインストール' })
  await banner.getByRole('button', { name: '追加のしかた' }).click({ timeout: PATIENCE_MS })
  await page.getByRole('dialog').getByText('アプリをインストール').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await banner.getByRole('button', { name: /^閉じる/ }).click()
  await banner.waitFor({ state: 'detached' })

  await page.goto(`${train.web}/share?text=${encodeURIComponent(`見て https://youtu.be/${first}?si=x`)}`)
  await page.waitForURL(`${train.web}/video/${first}`, { timeout: PATIENCE_MS })

  // In the tunnel it is kept, also when the page is loaded anew, and opens by itself at the end
  train.enterTunnel()
  await phone.setOffline(true)
  const link = `https://www.youtube.com/watch?v=${second}`
  await page.goto(
    `${train.web}/share?title=${encodeURIComponent('旅の動画')}&url=${encodeURIComponent(link)}`,
  )
  await page.getByText('リンクをこの端末に残しました').waitFor({ timeout: PATIENCE_MS })
  await page.reload()
  await page.getByRole('button', { name: '「旅の動画」を削除' }).waitFor({ timeout: PATIENCE_MS })
  await page.getByRole('link', { name: 'ホーム', exact: true }).first().click()
  train.leaveTunnel()
  await phone.setOffline(false)
  await page.getByRole('button', { name: '見る', exact: true }).click({ timeout: PATIENCE_MS })
  await page.getByRole('link', { name: /を開く$/ }).click({ timeout: PATIENCE_MS })
  await page.waitForURL(`${train.web}/video/${second}`)
  expect(await page.evaluate(() => localStorage.getItem('mirutomo-kept-links'))).toBeNull()

  // What the worker keeps of the catalogue is renewed without anybody looking at it
  const before = await keptSince(page)
  const worker = await WorkerControl.in(phone)
  await expect
    .poll(
      async () => {
        await worker.firePeriodicSync(train.web, CATALOGUE_TAG)
        return keptSince(page)
      },
      { timeout: PATIENCE_MS, interval: 500 },
    )
    .toBeGreaterThan(before)
})
