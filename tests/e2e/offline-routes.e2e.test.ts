import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { ADDRESSES, DETOURS, type Screen, type Who } from '../support/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { drawnRoles } from '../support/drawn.ts'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { WITHOUT_CONNECTION, type Offline, type ScreenPattern } from '../support/without-connection.ts'
import { signIn } from './people.ts'
import { PHONE } from './devices.ts'

const stack = inject('stack')
const PATIENCE_MS = 30_000

type Room = { screen: Screen; offline: Offline }
const rooms: Room[] = Object.entries(ADDRESSES).flatMap(([pattern, address]) =>
  'heading' in address && isScreen(pattern)
    ? [{ screen: address, offline: WITHOUT_CONNECTION[pattern] }]
    : [],
)
function isScreen(pattern: string): pattern is ScreenPattern {
  return pattern in WITHOUT_CONNECTION
}
const SEEN_BY: Record<Who, readonly Screen['for'][]> = {
  visitor: ['everybody', 'visitor'],
  viewer: ['everybody', 'viewer'],
  premium: ['premium'],
  expired: ['expired'],
  creator: ['creator'],
  admin: ['admin'],
}
const roomsOf = (who: Who): Room[] => rooms.filter(({ screen }) => SEEN_BY[who].includes(screen.for))

let browser: Browser
let train: Train
beforeAll(async () => {
  browser = await launchBrowser()
  train = await boardTrain(stack)
})
afterAll(async () => {
  await browser.close()
  await train.close()
})

afterEach(() => train.leaveTunnel())

/** To another address without loading the page anew, as a link of the app leads. */
const go = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), address)

type Shown = { path: string; heading: string; busy: number; text: string }
/** What a screen reader would be read of the main part. */
const shown = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const heading = main?.querySelector('h1')?.textContent ?? ''
    const busy = main?.querySelectorAll('[aria-busy="true"]').length ?? -1
    return { path: location.pathname, heading, busy, text: main?.textContent ?? '' }
  })
const settled = { timeout: PATIENCE_MS, interval: 25 }

async function expectRoom(page: Page, address: string, heading: string, says: string): Promise<void> {
  const path = new URL(address, stack.web).pathname
  const wanted = { path, heading, busy: 0, text: expect.stringContaining(says) }
  await expect.poll(() => shown(page), { ...settled, message: address }).toEqual(wanted)
}

async function arrive(context: BrowserContext, who: Who): Promise<Page> {
  const page = await context.newPage()
  if (who === 'visitor') await page.goto(train.web)
  else await signIn(page, train.web, { email: `${who}@mirutomo.test`, password: 'mirutomo-demo' })
  await page.evaluate(() => navigator.serviceWorker.ready)
  if (who === 'visitor') {
    // Only from now on the worker sees what is asked
    await page.reload()
    await expectRoom(page, '/', ADDRESSES['/'].heading, 'レビュー')
    return page
  }
  await go(page, '/profile/sync')
  // Of every kind the device holds what there is; of one, read marks, nothing ever comes
  const kinds = page.locator('main tbody tr')
  await kinds.first().waitFor()
  await expect.poll(() => kinds.filter({ hasText: 'まだ' }).count(), settled).toBe(1)
  return page
}

async function enterTunnel(context: BrowserContext): Promise<void> {
  train.enterTunnel()
  await context.setOffline(true)
}
async function leaveTunnel(context: BrowserContext): Promise<void> {
  train.leaveTunnel()
  await context.setOffline(false)
}

const headingOf = ({ screen, offline }: Room, who: Who): string => {
  if (who === 'visitor') return offline.visitor?.heading ?? offline.heading ?? screen.heading
  return offline.heading ?? screen.ownHeading ?? screen.heading
}

test.each(['visitor', ...drawnRoles('offline', ['premium', 'creator', 'admin'])] as const)(
  'every screen of a %s opens without a connection: never opened before, and as it was last seen',
  async (who) => {
    const context = await browser.newContext(PHONE)
    const page = await arrive(context, who)
    await enterTunnel(context)
    for (const room of roomsOf(who)) {
      const { example } = room.screen
      await go(page, example)
      const says = (who === 'visitor' ? room.offline.visitor?.says : undefined) ?? room.offline.says
      await expectRoom(page, example, headingOf(room, who), says)
    }
    if (who === 'viewer') {
      for (const { example, leadsTo } of DETOURS) {
        await go(page, example)
        await expect.poll(async () => (await shown(page)).path, settled).toBe(leadsTo)
      }
    }
    if (who === 'visitor') {
      for (const { screen } of rooms.filter((room) => !SEEN_BY.visitor.includes(room.screen.for))) {
        await go(page, screen.example)
        const end = screen.for === 'deleted' ? '/' : '/login'
        await expect
          .poll(async () => (await shown(page)).path, { ...settled, message: screen.example })
          .toBe(end)
      }
    }
    await leaveTunnel(context)
    const kept = roomsOf(who).filter(({ offline }) => offline.kept !== undefined)
    for (const { screen, offline } of kept) {
      await go(page, screen.example)
      await expect
        .poll(() => shown(page), { ...settled, message: screen.example })
        .toMatchObject({ heading: screen.heading, busy: 0, text: expect.not.stringContaining(offline.says) })
    }
    await enterTunnel(context)
    for (const { screen, offline } of kept) {
      await go(page, screen.example)
      await expectRoom(page, screen.example, screen.heading, offline.kept ?? '')
    }
    await context.close()
  },
)

test('the terms and the privacy policy open without a connection, as they look with one', async () => {
  const context = await browser.newContext(PHONE)
  const page = await arrive(context, 'visitor')
  await enterTunnel(context)
  for (const [path, heading] of [
    ['/terms-of-service.html', '利用規約'],
    ['/privacy-policy.html', 'プライバシーポリシー'],
  ] as const) {
    await page.goto(train.web + path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(await page.evaluate(() => document.styleSheets.length), path).toBe(1)
  }
  await context.close()
})
