import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { screensFor, type Who } from '../support/addresses.ts'
import { book, makeSlot } from '../support/booking.ts'
import { launchBrowser } from '../support/browser.ts'
import { drawnRoles } from '../support/drawn.ts'
import { enlargeText, largeTextFaults, type Way } from '../support/large-text.ts'
import { follow } from '../support/screen-visit.ts'
import { anonymousClient } from '../support/session.ts'
import { PASS_TIMEOUT_MS } from './pass-screens.ts'
import { signIn } from './people.ts'

const stack = inject('stack')
const demoAccount = (who: Who) => ({ email: `${who}@mirutomo.test`, password: 'mirutomo-demo' })
vi.setConfig({ testTimeout: PASS_TIMEOUT_MS })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** What the demo creator has booked has short names. */
async function bookLongName(): Promise<void> {
  const client = anonymousClient(stack)
  const { data, error } = await client.auth.signInWithPassword(demoAccount('creator'))
  if (error) throw error
  const own = await client.from('videos').select('id').eq('youtuber', data.user.id).limit(1).single()
  if (own.error) throw own.error
  const slot = await makeSlot(stack, 1_000, '検索結果のいちばん上に一週間のあいだ出る枠')
  await book({ client, video: String(own.data.id) }, slot)
}

const PHONE = { width: 390, height: 844 }

async function read(who: Who, way: Way): Promise<string[]> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'ja-JP', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const enlarge = await enlargeText(page, way)
  if (who === 'visitor') await page.goto(`${stack.web}/login`)
  else await signIn(page, stack.web, demoAccount(who))
  const shared = screensFor('everybody').map((screen) => ({
    ...screen,
    heading: who === 'visitor' ? screen.heading : (screen.ownHeading ?? screen.heading),
  }))
  const faults: string[] = []
  // What everybody sees is read by a visitor and a viewer
  const screens = [...(who === 'visitor' || who === 'viewer' ? shared : []), ...screensFor(who)]
  for (const screen of screens) {
    const arrived = await follow(page, screen).catch(() => null)
    if (arrived === false) await enlarge()
    const found =
      arrived === null ? [`never shows 「${screen.heading}」`] : await page.evaluate(largeTextFaults)
    faults.push(...found.map((fault) => `${screen.example} ${fault}`))
  }
  await context.close()
  return faults
}

describe('text at 200 % on a phone', () => {
  test.each(['visitor', ...drawnRoles('large text', ['premium', 'expired', 'creator', 'admin'])] as const)(
    'every screen of a %s can be read without scrolling sideways',
    async (who) => {
      if (who === 'creator') await bookLongName()
      expect(await read(who, 'browser')).toEqual([])
    },
  )

  test('the screens can be read as well where only the page is told of the size', async () => {
    expect(await read('viewer', 'page')).toEqual([])
  })
})
