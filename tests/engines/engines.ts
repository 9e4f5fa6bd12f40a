import { existsSync } from 'node:fs'
import { chromium as playwright } from 'playwright-core'
import { chromiumPath } from '../support/browser.ts'
import { chromium } from './adapters/chromium.ts'
import { firefox, firefoxPath } from './adapters/firefox.ts'
import { hasWebKit, webkit } from './adapters/webkit.ts'
import type { Engine, EngineName } from './port.ts'

const ALL: readonly Engine[] = [chromium, firefox, webkit]

const IS_INSTALLED: Readonly<Record<EngineName, () => boolean>> = {
  chromium: () => chromiumPath() !== undefined || existsSync(playwright.executablePath()),
  firefox: () => firefoxPath() !== undefined,
  webkit: hasWebKit,
}
export const isInstalled = (name: EngineName): boolean => IS_INSTALLED[name]()

/** `ENGINES=webkit,firefox` runs the journeys in those only. */
const wanted = process.env['ENGINES']?.split(',')

/** The engines that this machine has. */
export const ENGINES: readonly Engine[] = ALL.filter(
  ({ name }) => isInstalled(name) && (wanted === undefined || wanted.includes(name)),
)
