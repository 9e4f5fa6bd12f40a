import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject, test, vi } from 'vitest'
import { screensFor, type Screen } from '../support/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { PASS_TIMEOUT_MS, passScreens } from './pass-screens.ts'

const stack = inject('stack')
vi.setConfig({ testTimeout: PASS_TIMEOUT_MS })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const own = (screen: Screen): Screen => ({ ...screen, heading: screen.ownHeading ?? screen.heading })
const FOR_ALL = screensFor('everybody')

test('a visitor', () => passScreens({ browser, stack }, 'visitor', [...FOR_ALL, ...screensFor('visitor')]))
test('whoever is signed in, on what is for everybody', () =>
  passScreens({ browser, stack }, 'viewer', FOR_ALL.map(own)))
