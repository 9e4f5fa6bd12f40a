import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { screensFor } from '../support/addresses.ts'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { drawnRoles } from '../support/drawn.ts'
import { visit } from '../support/screen-visit.ts'
import { PASS_TIMEOUT_MS, passScreens } from './pass-screens.ts'

const stack = inject('stack')
vi.setConfig({ testTimeout: PASS_TIMEOUT_MS })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function askBeforeSuspension(page: Page): Promise<void> {
  await visit(page, { example: '/admin/users', heading: 'ユーザー管理' })
  await page
    .getByRole('button', { name: /さんを停止$/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  expect(await violations(page), 'asking before a suspension').toBe('')
  await page.keyboard.press('Escape')
}

test.each(drawnRoles('route pass', ['premium', 'expired', 'creator', 'admin']))('%s', (who) =>
  passScreens({ browser, stack }, who, screensFor(who), who === 'admin' ? askBeforeSuspension : undefined),
)
