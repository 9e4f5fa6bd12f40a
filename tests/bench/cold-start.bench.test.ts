import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type ColdDevice, openColdDevice, OWN_ITEMS, STATIC_PATH } from './cold-start.ts'
import { report } from './report.ts'
import { median } from './result.ts'
import { ends, takePair, LIMIT_MS, ms, PAIRS, ratios, say, short } from './rounds.ts'

let browser: Browser
let device: ColdDevice
beforeAll(async () => {
  browser = await launchBrowser()
  device = await openColdDevice(browser, inject('stack'))
})
afterAll(async () => {
  await device.close()
  await browser.close()
})

const NOTES = [
  `Without a connection, the worker stopped, a page that was not open before; the static page has one heading and is precached by the same worker. ${PAIRS} interleaved pairs; the one that goes first changes from pair to pair. From the start of the navigation, by the page's own clock; the first paint is the first with content, and that of the items the first of one of their texts as the largest there is, when all 50 stand in the document; both as the browser says when they were seen. Where the processor is slowed down, it is for both pages, not for the worker.`,
]

/** Takes ours beside the static page and lays the part down. */
async function compare(
  id: 'P1' | 'P2' | 'P3',
  what: string,
  goal: number,
  slowdown: number,
  ours: () => Promise<number>,
): Promise<void> {
  const taken = { ours: [] as number[], plain: [] as number[] }
  const takeOurs = async () => void taken.ours.push(await ours())
  const takePlain = async () => void taken.plain.push(await device.firstPaint(STATIC_PATH, slowdown))
  // What is first of all also opens what no later page has to
  await ours()
  await device.firstPaint(STATIC_PATH, slowdown)
  for (let pair = 0; pair < PAIRS; pair++) {
    say(`${id}: pair ${pair + 1} of ${PAIRS}`)
    await takePair(pair, takeOurs, takePlain)
  }
  const compared = ratios(taken.ours, taken.plain)
  await report({
    part: id.toLowerCase(),
    title: what,
    figures: [{ id, what: `${what} ÷ static page`, measured: median(compared), unit: 'ratio', goal }],
    notes: NOTES,
    tables: [
      {
        head: ['', 'ms', 'from–to', '÷ static page'],
        rows: [
          ['ours', ms(taken.ours), ends(taken.ours), short(compared)],
          ['static page', ms(taken.plain), ends(taken.plain), '1'],
        ],
      },
    ],
    charts: [],
  })
  expect(taken.ours).toHaveLength(PAIRS)
}

test('P1: the first paint of an offline cold start', { timeout: LIMIT_MS }, () =>
  compare('P1', 'Offline cold start, first paint', 1.15, 1, () => device.firstPaint('/favorites', 1)),
)

test('P2: own items painted by an offline cold start', { timeout: LIMIT_MS }, () =>
  compare('P2', `Offline cold start, ${OWN_ITEMS} own items painted`, 2, 1, () => device.ownItems(1)),
)

test('P3: the same at a quarter of the speed', { timeout: LIMIT_MS }, () =>
  compare('P3', `Offline cold start at 4× CPU, ${OWN_ITEMS} own items painted`, 2, 4, () =>
    device.ownItems(4),
  ),
)
