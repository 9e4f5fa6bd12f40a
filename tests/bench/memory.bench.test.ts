import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '../e2e/people.ts'
import { ADDRESSES, type Screen } from '../support/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { report } from './report.ts'
import { LIMIT_MS, say } from './rounds.ts'

const stack = inject('stack')
/** What a person looks at one after the other, in one document. */
const WAY = [
  '/favorites',
  '/search',
  '/profile/history',
  '/messages',
  '/profile/notifications',
  '/events',
  '/matching',
  '/genre/$slug',
  '/profile',
  '/',
] as const
/** Half an hour at one screen in six seconds. */
const ROUNDS = 30
/** In which the rows and the code of every screen come, and the browser makes the code fast. */
const WARM_ROUNDS = 10
const MIB = 2 ** 20

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function goRound(page: Page): Promise<void> {
  for (const pattern of WAY) {
    const screen: Screen = ADDRESSES[pattern]
    await page.evaluate((to) => history.pushState(null, '', to), screen.example)
    await page.getByRole('heading', { level: 1, name: screen.ownHeading ?? screen.heading }).waitFor()
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  }
}

type Memory = { mib: number; nodes: number; listeners: number }

/** Of a page, once nothing is left in it that nobody needs. */
async function memoryOf(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { mib: usedSize / MIB, nodes, listeners: jsEventListeners }
}

const rowOf = (when: string, { mib, nodes, listeners }: Memory): string[] => [
  when,
  mib.toFixed(1),
  String(nodes),
  String(listeners),
]

test('P18: the memory of a page after half an hour', { timeout: LIMIT_MS }, async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ja-JP' })
  const page = await context.newPage()
  await signIn(page, stack.web, { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' })
  const session = await context.newCDPSession(page)
  for (let round = 0; round < WARM_ROUNDS; round++) await goRound(page)
  const warm = await memoryOf(session)
  const heaps = [warm]
  for (let round = 0; round < ROUNDS; round++) {
    say(`P18: round ${round + 1} of ${ROUNDS}`)
    await goRound(page)
    if ((round + 1) % 10 === 0) heaps.push(await memoryOf(session))
  }
  // The same rows in a page that has done nothing else
  const other = await context.newPage()
  const otherSession = await context.newCDPSession(other)
  await other.goto(`${stack.web}/`)
  await goRound(other)
  const once = await memoryOf(otherSession)
  await context.close()
  const last = heaps.at(-1) ?? warm
  const navigations = ROUNDS * WAY.length
  await report({
    part: 'p18',
    title: 'Memory of a page after half an hour',
    figures: [
      {
        id: 'P18',
        what: `heap after ${navigations} screens ÷ a page that showed each once`,
        measured: last.mib / once.mib,
        unit: 'ratio',
        goal: 2,
      },
      {
        id: 'P18',
        what: 'growth of the heap per 100 screens',
        measured: Math.max(0, ((last.mib - warm.mib) / navigations) * 100),
        unit: 'MiB',
        goal: 0.5,
      },
    ],
    notes: [
      `One document, ${WAY.length} screens one after the other, ${ROUNDS} times after ${WARM_ROUNDS} to warm up; the heap by the browser, after garbage was collected.`,
    ],
    tables: [
      {
        head: ['', 'MiB', 'nodes', 'listeners'],
        rows: [
          rowOf('a page that showed each screen once', once),
          ...heaps.map((heap, index) => rowOf(`after ${index * 10 * WAY.length} screens`, heap)),
        ],
      },
    ],
    charts: [],
  })
  expect(heaps).toHaveLength(1 + ROUNDS / 10)
})
