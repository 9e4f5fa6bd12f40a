import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '../e2e/people.ts'
import { launchBrowser } from '../support/browser.ts'
import { report } from './report.ts'

const stack = inject('stack')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** KiB of JavaScript, gzipped, that the page has loaded when its first videos stand there. The worker is kept out: it would answer from its cache. */
async function javascriptUntilUsable(page: Page): Promise<number> {
  const bodies: Promise<Buffer>[] = []
  const take = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js') && response.ok()) bodies.push(response.body())
  }
  page.on('response', take)
  await page.goto(`${stack.web}/`)
  await page.locator('main article').first().waitFor()
  page.off('response', take)
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

test('P11: JavaScript before home is usable', { timeout: 120_000 }, async () => {
  const context = await browser.newContext({ locale: 'ja-JP', serviceWorkers: 'block' })
  const anonymous = await javascriptUntilUsable(await context.newPage())
  const page = await context.newPage()
  await signIn(page, stack.web, { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' })
  await page.close()
  const signedIn = await javascriptUntilUsable(await context.newPage())
  await context.close()
  await report({
    part: 'p11',
    title: 'JavaScript before home is usable',
    notes: [
      'Gzipped, everything that was loaded when the first videos stand on home, without the service worker.',
    ],
    tables: [],
    charts: [],
    figures: [
      {
        id: 'P11',
        what: 'JavaScript before home is usable, anonymous',
        measured: anonymous,
        unit: 'KiB',
        goal: 145,
      },
      {
        id: 'P11',
        what: 'JavaScript before home is usable, signed in',
        measured: signedIn,
        unit: 'KiB',
        goal: 245,
      },
    ],
  })
  expect(Math.min(anonymous, signedIn)).toBeGreaterThan(0)
})
