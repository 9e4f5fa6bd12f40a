import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { newPerson, signUp } from '../e2e/people.ts'
import { launchBrowser } from '../support/browser.ts'
import { report } from './report.ts'
import { median } from './result.ts'
import { LIMIT_MS, PAIRS, say } from './rounds.ts'

const stack = inject('stack')
const SLOWDOWN = 4
const GOAL_MS = 100
/** The least that the browser tells; each is rounded to 8 ms by it. */
const TOLD_FROM_MS = 16

/** `on`: what was pressed, as it is called. */
type Interaction = { name: string; duration: number; on: string }
declare global {
  interface Window {
    /** By the browser's number of the interaction: its longest event. */
    interactions?: Record<number, Interaction>
  }
}

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Runs in the page before its own scripts. */
function noteInteractions(durationThreshold: number): void {
  const interactions: Record<number, Interaction> = {}
  window.interactions = interactions
  const options = { type: 'event', durationThreshold, buffered: true }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue
      const { interactionId, name, duration, target } = entry
      const pressed = target instanceof Element ? (target.closest('a, button, input') ?? target) : undefined
      const on = (pressed?.ariaLabel ?? pressed?.textContent ?? '').slice(0, 20)
      if ((interactions[interactionId]?.duration ?? 0) < duration)
        interactions[interactionId] = { name, duration, on }
    }
  }).observe(options)
}

/** What somebody does in a minute, in one document: menu, theme, search, a video, a rating, a favourite, the list of them. */
async function goThrough(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'お気に入り' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '暗い表示にする' }).click()
  await page.getByRole('button', { name: '検索を開く' }).click()
  const box = page.getByRole('combobox', { name: '動画を検索' })
  await box.pressSequentially('ゲーム')
  await box.press('Enter')
  const results = page.getByRole('list', { name: '動画の一覧' }).locator('article')
  await results.first().locator('a').first().click()
  const overall = page.getByRole('radiogroup', { name: SCORE_NAMES.overall, exact: true })
  await overall.getByRole('radio', { name: '4点', exact: true }).press('Space')
  await page.locator('#rating[data-sync]').waitFor()
  await page.locator('main').getByRole('button', { name: 'お気に入り' }).first().click()
  const nav = page.getByRole('navigation', { name: '主なページ' })
  await nav.getByRole('link', { name: 'マイページ' }).click()
  await page.locator('main').getByRole('link', { name: 'お気に入り' }).first().click()
  await page.locator('main li[data-sync] article').first().waitFor()
  await nav.getByRole('link', { name: 'ホーム' }).click()
  await page.locator('main article').first().waitFor()
}

/** The interactions of one session, the longest first. */
async function session(): Promise<Interaction[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ja-JP' })
  await context.addInitScript(noteInteractions, TOLD_FROM_MS)
  const page = await context.newPage()
  await signUp(page, stack.web, newPerson('inp'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${stack.web}/`)
  await page.locator('main article').first().waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await goThrough(page)
  const noted = await page.evaluate(() => Object.values(window.interactions ?? {}))
  await context.close()
  return noted.toSorted((a, b) => b.duration - a.duration)
}

test(
  'P13: the longest interaction of a session at a quarter of the speed',
  { timeout: LIMIT_MS },
  async () => {
    const worst: Interaction[] = []
    const counts: number[] = []
    for (let index = 0; index < PAIRS; index++) {
      say(`P13: session ${index + 1} of ${PAIRS}`)
      const interactions = await session()
      const [longest] = interactions
      if (longest) worst.push(longest)
      counts.push(interactions.length)
    }
    const durations = worst.map(({ duration }) => duration)
    await report({
      part: 'p13',
      title: 'The longest interaction of a session at 4× CPU',
      figures: [
        {
          id: 'P13',
          what: 'worst INP of a scripted session at 4× CPU',
          measured: median(durations),
          unit: 'ms',
          goal: GOAL_MS,
        },
      ],
      notes: [
        `${PAIRS} sessions of somebody new, each on a device of its own: the menu, the theme, a search typed, a video, a rating, a favourite, the list of favourites, home. Of each session the longest interaction counts, as the browser tells it (event timing, to 8 ms, from ${TOLD_FROM_MS} ms on); the figure is the median of them.`,
      ],
      tables: [
        {
          head: ['session', 'interactions told', 'longest ms', 'its event', 'on'],
          rows: worst.map(({ name, duration, on }, index) => [
            String(index + 1),
            String(counts[index] ?? 0),
            String(duration),
            name,
            on,
          ]),
        },
      ],
      charts: [],
    })
    expect(worst).toHaveLength(PAIRS)
  },
)
