import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { COPY } from '../../src/features/search/copy.ts'
import { launchBrowser } from '../support/browser.ts'
import { serviceClient } from '../support/session.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'
import { newPerson, signUp } from './people.ts'

const stack = inject('stack')
const settled = { timeout: PATIENCE_MS, interval: 100 }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Holds the code back until `come`. `asked`: what the server was asked for, in order. */
async function holdTheCode(page: Page): Promise<{ asked: string[]; come: () => void }> {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route('**/assets/index-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) asked.push(request.url())
  })
  return { asked, come: gate.resolve }
}

const isPainted = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset['painted'] === 'screen')

declare global {
  interface Window {
    shifted?: number
  }
}

/** Runs in the page before its own scripts. */
function noteShifts(): void {
  const isShift = (entry: PerformanceEntry): entry is PerformanceEntry & { value: number } =>
    entry.entryType === 'layout-shift'
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (isShift(entry)) window.shifted = (window.shifted ?? 0) + entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

test('a search that finds nothing moves nothing, with what is paid for below', async () => {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await page.addInitScript(noteShifts)
  await page.goto(`${stack.web}/search?q=zzzzqq`)
  await page.getByText(COPY.nothing('zzzzqq')).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.01)
  await context.close()
})

describe('what a screen asks first', () => {
  test.each([
    ['home', () => '/', 3],
    ['a search', () => `/search?q=${encodeURIComponent('ゲーム')}`, 2],
    ['a video', (youtubeId: string) => `/video/${youtubeId}`, 3],
  ])('is asked for a visitor while the code is on its way, and once: %s', async (_, addressOf, questions) => {
    const { data: video } = await serviceClient(stack).from('videos').select('youtube_id').limit(1).single()
    const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
    const page = await context.newPage()
    const { asked, come } = await holdTheCode(page)
    await page.goto(stack.web + addressOf(String(video?.youtube_id)), { waitUntil: 'commit' })
    await expect.poll(() => asked.length, settled).toBe(questions)
    const first = [...asked]
    // One that was read to its end has been made anew, and no time runs out on it
    const kinds = await page.evaluate(async () =>
      (await Promise.all(Object.values(window.first?.answers ?? {}))).map(({ type, ok }) => `${type} ${ok}`),
    )
    expect(kinds).toEqual(Array.from({ length: questions }, () => 'default true'))
    come()
    await page.locator('main article').first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const question of first) expect(asked.filter((each) => each === question)).toHaveLength(1)
    await context.close()
  })

  test('is not asked for somebody who is signed in: the device knows', async () => {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
    const page = await context.newPage()
    await signUp(page, stack.web, newPerson('first'))
    await page.locator('main article').first().waitFor()
    // Or what this page still asks for would count
    await page.goto('about:blank')
    const { asked, come } = await holdTheCode(page)
    await page.goto(stack.web, { waitUntil: 'commit' })
    await expect.poll(() => isPainted(page), settled).toBe(true)
    expect(asked).toEqual([])
    come()
    await page.locator('main article').first().waitFor()
    await context.close()
  })
})
