import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Screen, screensFor, type Who } from '../support/addresses.ts'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { visit } from '../support/screen-visit.ts'
import { signIn } from './people.ts'

const stack = inject('stack')
/** What WCAG calls 400 % of a desktop window (1.4.10). */
const NARROW = { width: 320, height: 800 }
const WIDE = { width: 1280, height: 800 }

// Some sixty screens, each looked at four times
vi.setConfig({ testTimeout: 300_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const everyScreen = async (page: Page, screens: readonly Screen[]): Promise<string[]> => {
  const faults: string[] = []
  for (const screen of screens) faults.push(...(await visit(page, screen)))
  return faults
}

/** Both themes each time. `online`: what else there is to look at. */
async function pass(
  who: Who,
  screens: readonly Screen[],
  online: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const train = await boardTrain(stack)
  // Half-way through a transition a colour is nobody's
  const context = await browser.newContext({ viewport: NARROW, locale: 'ja-JP', reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (who === 'visitor') await page.goto(`${train.web}/login`)
  else await signIn(page, train.web, { email: `${who}@mirutomo.test`, password: 'mirutomo-demo' })
  await page.evaluate(() => navigator.serviceWorker.ready)
  expect(await everyScreen(page, screens), 'online at 320 px').toEqual([])
  await online(page)
  train.enterTunnel()
  await context.setOffline(true)
  await page.setViewportSize(WIDE)
  await page.getByText('オフラインです').first().waitFor()
  expect(await everyScreen(page, screens.map(offline)), 'offline at 1280 px').toEqual([])
  await context.close()
  await train.close()
}

const own = (screen: Screen): Screen => ({ ...screen, heading: screen.ownHeading ?? screen.heading })
const offline = (screen: Screen): Screen => ({
  ...screen,
  heading: screen.offlineHeading ?? screen.heading,
})
const FOR_ALL = screensFor('everybody')

test('a visitor', () => pass('visitor', [...FOR_ALL, ...screensFor('visitor')]))
test('whoever is signed in, on what is for everybody', () => pass('viewer', FOR_ALL.map(own)))
test('a viewer', () => pass('viewer', screensFor('viewer')))
test('a premium person', () => pass('premium', screensFor('premium')))
test('a creator', () => pass('creator', screensFor('creator')))
test('an admin', () =>
  pass('admin', screensFor('admin'), async (page) => {
    await visit(page, { example: '/admin/users', heading: 'ユーザー管理' })
    await page
      .getByRole('button', { name: /さんを停止$/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    expect(await violations(page), 'asking before a suspension').toBe('')
    await page.keyboard.press('Escape')
  }))
