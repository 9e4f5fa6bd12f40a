import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '../e2e/people.ts'
import { type Screen, screensFor, type Who } from '../support/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { KeptPictures } from './kept-pictures.ts'
import { expectLongContentWhole } from './long-content.ts'
import { goOn, LOOKS, pictureOf, stillContext, stillPage } from './still-page.ts'

const stack = inject('stack')
let browser: Browser
let kept: KeptPictures
beforeAll(async () => {
  browser = await launchBrowser()
  kept = new KeptPictures(await browser.newPage())
})
afterAll(() => browser.close())

const HOME: Screen = { for: 'everybody', example: '/', heading: 'ホーム' }
/** What everybody sees is looked at as a visitor, and the home once more as somebody. */
const SEEN_BY = {
  visitor: [...screensFor('everybody'), ...screensFor('visitor')],
  viewer: [...screensFor('viewer'), HOME],
  premium: screensFor('premium'),
  expired: screensFor('expired'),
  creator: screensFor('creator'),
  admin: screensFor('admin'),
} satisfies Record<Who, Screen[]>

/** `/premium/upgrade?plan=yearly` of a viewer as `viewer-premium-upgrade-plan-yearly`: one screen may be kept at several addresses. */
const nameOf = (who: string, address: string): string =>
  [who, ...decodeURIComponent(address).split(/[^\p{L}\p{N}]+/u)].filter(Boolean).join('-')

async function enter(page: Page, who: string): Promise<void> {
  if (who === 'visitor') return void (await page.goto(stack.web))
  const pulled = page.waitForResponse((answer) => answer.url().endsWith('/rpc/sync_pull'))
  await signIn(page, stack.web, { email: `${who}@mirutomo.test`, password: 'mirutomo-demo' })
  await pulled
}

test.each(Object.entries(SEEN_BY))('what a %s sees looks as it did', async (who, screens) => {
  const context = await stillContext(browser)
  const page = await stillPage(context)
  await enter(page, who)
  const complaints: string[] = []
  for (const { example, heading } of screens) {
    await goOn(page, example, heading)
    for (const look of LOOKS) {
      const complaint = await kept.look(`${nameOf(who, example)}.${look.name}`, () => pictureOf(page, look))
      if (complaint) complaints.push(complaint)
    }
  }
  await context.close()
  // In one line: what a run tells of a failure at its end is its first lines
  if (complaints.length > 0) expect.fail(complaints.join('; '))
})

test('that a heading is missing is seen, that everything lies a pixel aside is not', async () => {
  const context = await stillContext(browser)
  const page = await stillPage(context)
  await enter(page, 'visitor')
  await goOn(page, '/events', 'イベント')
  const [look = expect.fail('there is no look')] = LOOKS
  const narrow = () => pictureOf(page, look)
  const whole = await narrow()
  await page.locator('body').evaluate((body) => void (body.style.marginLeft = '2px'))
  expect(await kept.differ(whole, await narrow())).toBe(false)
  await page.locator('main h1').evaluate((heading) => void (heading.style.visibility = 'hidden'))
  expect(await kept.differ(whole, await narrow())).toBe(true)
  await context.close()
})

test('every kept picture is of a screen that there is', () => {
  expect(kept.left()).toEqual([])
})

test('what is longest stays in its place', () => expectLongContentWhole(browser))
