import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Screen, Who } from '../support/addresses.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { visit } from '../support/screen-visit.ts'
import type { StackContext } from '../support/stack-context.ts'
import { signIn } from './people.ts'

/** What WCAG calls 400 % of a desktop window (1.4.10). */
const NARROW = { width: 320, height: 800 }
const WIDE = { width: 1280, height: 800 }
/** Some sixty screens, each looked at four times. */
export const PASS_TIMEOUT_MS = 300_000

const everyScreen = async (page: Page, screens: readonly Screen[]): Promise<string[]> => {
  const faults: string[] = []
  for (const screen of screens) faults.push(...(await visit(page, screen)))
  return faults
}

/** Looks at each of these screens in both themes, with a connection and without, small and large. `online`: what else there is to look at. */
export async function passScreens(
  { browser, stack }: { browser: Browser; stack: StackContext },
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

const offline = (screen: Screen): Screen => ({
  ...screen,
  heading: screen.offlineHeading ?? screen.heading,
})
