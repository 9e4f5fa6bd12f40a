import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { newPerson, signUp } from '../e2e/people.ts'
import { launchBrowser } from '../support/browser.ts'
import {
  enlargeWindow,
  type Interaction,
  LOOKS_MS,
  noteInteractions,
  RESTS_MS,
  SLOWDOWN,
  TOLD_FROM_MS,
  touch,
} from './interactions.ts'
import { report } from './report.ts'
import { median } from './result.ts'
import { LIMIT_MS, PAIRS, say } from './rounds.ts'

const stack = inject('stack')
const GOAL_MS = 100
/** As many as `goThrough` makes. */
const PRESSES = 10

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** What somebody does in a minute, in one document: menu, theme, search, a video, a rating, a favourite, the list of them. */
async function goThrough(page: Page, finger: CDPSession): Promise<void> {
  const press = (target: Locator): Promise<void> => touch(page, finger, target)
  await press(page.getByRole('button', { name: 'メニューを開く' }))
  await page.getByRole('dialog').getByRole('link', { name: 'お気に入り' }).waitFor()
  await press(page.getByRole('dialog').getByRole('button', { name: '閉じる' }))
  await press(page.getByRole('button', { name: '暗い表示にする' }))
  await press(page.getByRole('button', { name: '検索を開く' }))
  const box = page.getByRole('combobox', { name: '動画を検索' })
  await box.waitFor()
  for (const letter of 'blender') {
    await page.waitForTimeout(LOOKS_MS)
    await page.keyboard.press(letter)
  }
  await page.keyboard.press('Enter')
  const results = page.getByRole('list', { name: '動画の一覧' }).locator('article')
  await press(results.first().locator('a').first())
  const overall = page.getByRole('radiogroup', { name: SCORE_NAMES.overall, exact: true })
  await press(overall.getByRole('radio', { name: '4点', exact: true }))
  await page.locator('#rating[data-sync]').waitFor()
  await press(page.locator('main').getByRole('button', { name: 'お気に入り' }).first())
  const nav = page.getByRole('navigation', { name: '主なページ' })
  await press(nav.getByRole('link', { name: 'マイページ' }))
  await press(page.locator('main').getByRole('link', { name: 'お気に入り' }).first())
  await page.locator('main li[data-sync] article').first().waitFor()
  await press(nav.getByRole('link', { name: 'ホーム' }))
  await page.locator('main article').first().waitFor()
}

const EMPTY_PAGE = `data:text/html,<meta name="viewport" content="width=device-width"><button>押す</button><p></p>
  <script>document.querySelector('button').onclick = () => (document.querySelector('p').textContent += '！')</script>`

/** What a press takes where there is nothing to do. */
async function pressNothing(page: Page, finger: CDPSession): Promise<void> {
  for (let times = 0; times < PRESSES; times++) await touch(page, finger, page.getByRole('button'))
}

/** The longest interaction of a session, and how many were told. */
async function longest(
  open: (page: Page) => Promise<void>,
  go: (page: Page, finger: CDPSession) => Promise<void>,
) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'ja-JP',
  })
  await context.addInitScript(noteInteractions, TOLD_FROM_MS)
  const page = await context.newPage()
  await open(page)
  const devtools = await context.newCDPSession(page)
  await enlargeWindow(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await go(page, devtools)
  const noted = await page.evaluate(() => Object.values(window.interactions ?? {}))
  await context.close()
  // By their numbers in the order in which they were made: the first falls into the start
  const [first, ...later] = noted
  const [worst] = later.toSorted((a, b) => b.duration - a.duration)
  if (!first || !worst) throw new Error('the browser told of no interaction')
  return { ...worst, count: noted.length, first: first.duration }
}

async function openHome(page: Page): Promise<void> {
  await signUp(page, stack.web, newPerson('inp'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${stack.web}/`)
  await page.locator('main article').first().waitFor()
}

async function openNothing(page: Page): Promise<void> {
  await page.goto(EMPTY_PAGE)
}

test(
  'P13: the longest interaction of a session at a quarter of the speed',
  { timeout: LIMIT_MS },
  async () => {
    const rows: (Interaction & { count: number; first: number; nothing: number })[] = []
    for (let index = 0; index < PAIRS; index++) {
      say(`P13: session ${index + 1} of ${PAIRS}`)
      const ours = await longest(openHome, goThrough)
      const { duration: nothing } = await longest(openNothing, pressNothing)
      rows.push({ ...ours, nothing })
    }
    await report({
      part: 'p13',
      title: 'The longest interaction of a session at 4× CPU',
      figures: [
        {
          id: 'P13',
          what: 'worst INP of a scripted session at 4× CPU',
          measured: median(rows.map(({ duration }) => duration)),
          unit: 'ms',
          goal: GOAL_MS,
          detail: `the first press, 0.7 s after a start, which is left out: ${median(rows.map(({ first }) => first))} ms; of a page with a button and nothing else: ${median(rows.map(({ nothing }) => nothing))} ms`,
        },
      ],
      notes: [
        `${PAIRS} sessions of somebody new, each on a device of its own with a touch screen of 390 × 844: the menu, the theme, a search typed, a video, a rating, a favourite, the list of favourites, home, with 1.4 s to look between two presses, ${RESTS_MS} ms on the glass and 0.7 s between two letters. The first press falls into the start of the app, which P1 to P3 look at, and is told beside it. Of the others the longest counts, as the browser tells it (event timing, to 8 ms, from ${TOLD_FROM_MS} ms on); the figure is the median of them. Beside each: ${PRESSES} presses on a page with a button and nothing else.`,
      ],
      tables: [
        {
          head: [
            'session',
            'interactions told',
            'longest ms',
            'its event',
            'on',
            'the first press, ms',
            'of nothing, ms',
          ],
          rows: rows.map(({ name, duration, on, count, first, nothing }, index) => [
            String(index + 1),
            String(count),
            String(duration),
            name,
            on,
            String(first),
            String(nothing),
          ]),
        },
      ],
      charts: [],
    })
    expect(rows).toHaveLength(PAIRS)
  },
)
