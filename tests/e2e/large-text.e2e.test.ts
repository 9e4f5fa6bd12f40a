import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { screensFor } from '../support/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { enlargeText, largeTextFaults, type Way } from '../support/large-text.ts'
import { follow } from '../support/screen-visit.ts'
import { PASS_TIMEOUT_MS } from './pass-screens.ts'
import { signIn } from './people.ts'

const stack = inject('stack')
vi.setConfig({ testTimeout: PASS_TIMEOUT_MS })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PHONE = { width: 390, height: 844 }

/** Where the main job is done. */
const MAIN_JOB = /^\/($|search|genre|video|messages|favorites|profile\/(favorites|history|reviews))/

async function readMainJob(who: 'visitor' | 'viewer', way: Way): Promise<string[]> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'ja-JP', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await enlargeText(page, way)
  if (who === 'visitor') await page.goto(`${stack.web}/login`)
  else await signIn(page, stack.web, { email: `${who}@mirutomo.test`, password: 'mirutomo-demo' })
  const shared = screensFor('everybody').map((screen) => ({
    ...screen,
    heading: who === 'visitor' ? screen.heading : (screen.ownHeading ?? screen.heading),
  }))
  const faults: string[] = []
  for (const screen of [...shared, ...screensFor(who)].filter(({ example }) => MAIN_JOB.test(example))) {
    const arrived = await follow(page, screen).catch(() => null)
    const found =
      arrived === null ? [`never shows 「${screen.heading}」`] : await page.evaluate(largeTextFaults)
    faults.push(...found.map((fault) => `${screen.example} ${fault}`))
  }
  await context.close()
  return faults
}

describe('text at 200 % on a phone', () => {
  test.each(['visitor', 'viewer'] as const)(
    'the screens on which a %s does the main job can be read without scrolling sideways',
    async (who) => {
      expect(await readMainJob(who, 'browser')).toEqual([])
    },
  )

  test('the screens can be read as well where only the page is told of the size', async () => {
    expect(await readMainJob('viewer', 'page')).toEqual([])
  })
})
