import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import type { StackContext } from '../support/stack-context.ts'
import { type Account, type ColdDevice, keptItems, openColdDevice } from './cold-start.ts'
import { enlargeWindow, noteInteractions, SLOWDOWN, TOLD_FROM_MS, touch } from './interactions.ts'
import { report } from './report.ts'
import { median } from './result.ts'
import { ends, LIMIT_MS, ms, PAIRS, ratios, say, short, takePair } from './rounds.ts'

const stack = inject('stack')
const LARGE = { favorites: 5_000, ratings: 5_000, notifications: 20_000, messages: 10_000 }
const SMALL = { favorites: 10, ratings: 10, notifications: 10, messages: 10 }
type Size = typeof LARGE
const PARTNERS = 10
const PATIENCE_MS = 300_000
const HEARTS = 15

/** Statements of a person `$1`. */
const fillWith = ({ favorites, ratings, notifications, messages }: Size): string[] => [
  'update public.profiles set is_premium = true where id = $1',
  `insert into public.favorites (user_id, video_id, edited_at)
   select $1, id, 1 + row_number() over (order by id) from public.videos order by id limit ${favorites}`,
  `insert into public.video_ratings (user_id, video_id, overall, comment, edited_at)
   select $1, youtube_id, 4, 'とてもよかったです', '{"overall": 1, "comment": 1}' from public.videos order by id limit ${ratings}`,
  `insert into public.notifications (user_id, type, title, message)
   select $1, 'system', 'お知らせ ' || n, '本文がここにあります。' from generate_series(1, ${notifications}) as n`,
  // Of one conversation a device that begins gets the newest thousand
  `with talks as (
     insert into public.conversations (user1_id, user2_id)
     select least($1, id), greatest($1, id) from public.profiles where id <> $1 order by created_at limit ${PARTNERS} returning *
   )
   insert into public.messages (conversation_id, sender_id, recipient_id, body, sent_at)
   select talks.id, user1_id, user2_id, 'メッセージ ' || n, n from talks, generate_series(1, ${messages / PARTNERS}) as n`,
]

const accountOf = (size: Size): Account => ({
  async fill({ db }: StackContext, username: string) {
    const client = new pg.Client(db)
    await client.connect()
    const { rows } = await client.query<{ id: string }>(
      'select id from public.profiles where username = $1',
      [username],
    )
    for (const statement of fillWith(size)) await client.query(statement, [rows[0]?.id])
    await client.end()
  },
  async arrived(page: Page) {
    const favorites = page.url()
    const settled = { timeout: PATIENCE_MS, interval: 1_000 }
    const panel = page.getByTestId('debug-panel')
    await page.goto(new URL('/?debug=true', favorites).href)
    for (const [noun, count] of Object.entries(size))
      await vi.waitUntil(async () => heldIn(await panel.innerText(), noun) >= count, settled)
    await page.goto(favorites)
    await vi.waitUntil(async () => (await page.evaluate(keptItems)) > 0, settled)
  },
})

/** How many rows of a noun the device has, as the debug panel tells. */
const heldIn = (panel: string, noun: string): number =>
  Number(new RegExp(`"${noun}": (\\d+)`).exec(panel)?.[1])

let browser: Browser
let large: ColdDevice
let small: ColdDevice
beforeAll(async () => {
  browser = await launchBrowser()
  small = await openColdDevice(browser, stack, accountOf(SMALL))
  large = await openColdDevice(browser, stack, accountOf(LARGE))
}, PATIENCE_MS)
afterAll(async () => {
  await small.close()
  await large.close()
  await browser.close()
})

test('P20: an offline cold start of a large account', { timeout: LIMIT_MS }, async () => {
  const starts = { large: [] as number[], small: [] as number[] }
  const heaps = { large: [] as number[], small: [] as number[] }
  const take = async (which: 'large' | 'small', device: ColdDevice): Promise<void> => {
    const { ms: taken, heapMib } = await device.appItems()
    starts[which].push(taken)
    heaps[which].push(heapMib)
  }
  for (let pair = 0; pair < PAIRS; pair++) {
    say(`P20: pair ${pair + 1} of ${PAIRS}`)
    await takePair(
      pair,
      () => take('large', large),
      () => take('small', small),
    )
  }
  const compared = ratios(starts.large, starts.small)
  await report({
    part: 'p20',
    title: 'Offline cold start of a large account',
    figures: [
      {
        id: 'P20',
        what: 'favourites shown by the app, large account ÷ small one',
        measured: median(compared),
        unit: 'ratio',
        goal: 1.25,
      },
      {
        id: 'P20',
        what: 'heap of the page after it',
        measured: median(heaps.large),
        unit: 'MiB',
        goal: 60,
        detail: `of the small account ${median(heaps.small).toFixed(1)} MiB`,
      },
    ],
    notes: [
      `Two devices without a connection, both with the whole catalogue: one whose person has ${LARGE.favorites} favourites, ${LARGE.ratings} ratings, ${LARGE.notifications} notifications and ${LARGE.messages} messages, and one with ${SMALL.favorites} of each. ${PAIRS} interleaved pairs. From the start of the navigation to the frame in which the app itself shows favourites: as they looked last, they stand there before (P1, P2).`,
    ],
    tables: [
      {
        head: ['', 'ms', 'from–to', '÷ small', 'heap, MiB'],
        rows: [
          ['large', ms(starts.large), ends(starts.large), short(compared), median(heaps.large).toFixed(1)],
          ['small', ms(starts.small), ends(starts.small), '1', median(heaps.small).toFixed(1)],
        ],
      },
    ],
    charts: [],
  })
  expect(starts.large).toHaveLength(PAIRS)
})

test('P21: the favourites of a large account', { timeout: LIMIT_MS }, async () => {
  const page = await large.openFavorites()
  await page.addInitScript(noteInteractions, TOLD_FROM_MS)
  await page.reload()
  const heart = page
    .locator('.app-main [data-sync] article')
    .first()
    .getByRole('button', { name: 'お気に入り' })
  await heart.waitFor()
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  const devtools = await page.context().newCDPSession(page)
  await enlargeWindow(devtools)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  for (let times = 0; times <= HEARTS; times++) await touch(page, devtools, heart)
  const noted = await page.evaluate(() => Object.values(window.interactions ?? {}))
  await page.close()
  // By their numbers in the order in which they were made: the first falls into the start
  const [, ...taps] = noted.map(({ duration }) => duration)
  await report({
    part: 'p21',
    title: 'Favourites of a large account',
    figures: [
      {
        id: 'P21',
        what: `nodes in the document of ${LARGE.favorites} favourites`,
        measured: nodes,
        unit: 'nodes',
        goal: 2_000,
      },
      {
        id: 'P21',
        what: 'heart tap → paint at 4× CPU',
        measured: median(taps),
        unit: 'ms',
        goal: 64,
        detail: `the longest of ${taps.length}: ${Math.max(...taps)} ms`,
      },
    ],
    notes: [
      `The device of P20, without a connection. Each of ${HEARTS} hearts is taken away from the first of the list by a finger; as the browser tells it (event timing, to 8 ms, from 16 ms on).`,
    ],
    tables: [{ head: ['taps, ms'], rows: [[taps.join(', ')]] }],
    charts: [],
  })
  expect(taps.length).toBeGreaterThan(HEARTS / 2)
})
