import { existsSync } from 'node:fs'
import { chromium as playwright } from 'playwright-core'
import { chromiumPath } from '../support/browser.ts'
import { firefoxPath } from './adapters/firefox.ts'
import { hasWebKit } from './adapters/webkit.ts'
import type { EngineName } from './port.ts'

const IS_INSTALLED: Readonly<Record<EngineName, () => boolean>> = {
  chromium: () => chromiumPath() !== undefined || existsSync(playwright.executablePath()),
  firefox: () => firefoxPath() !== undefined,
  webkit: hasWebKit,
}
export const isInstalled = (name: EngineName): boolean => IS_INSTALLED[name]()
