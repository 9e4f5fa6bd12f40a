import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ADDRESSES } from '../support/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { signIn } from './people.ts'

const stack = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a printed screen is black on white, without bars, and says where its links lead', async () => {
  const context = await browser.newContext({
    locale: 'ja-JP',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  await signIn(page, stack.web, { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' })
  for (const pattern of ['/profile', '/profile/reviews', '/events/$eventId'] as const) {
    const { example: path, heading } = ADDRESSES[pattern]
    await page.goto(stack.web + path)
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[media=print]')?.sheet)
    await page.emulateMedia({ media: 'print' })
    for (const bar of await page.locator('.app-header, .bottom-nav, .section-nav, #root > footer').all())
      expect(await bar.isVisible(), path).toBe(false)
    expect(await page.locator('main button:visible').count(), path).toBe(0)
    expect(
      await page.locator('main').evaluate((main) => {
        const { color } = getComputedStyle(main)
        return [color, getComputedStyle(document.body).backgroundColor]
      }),
      path,
    ).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    for (const link of await page.locator('main a[href^=http]').all())
      expect(await link.evaluate((one) => getComputedStyle(one, '::after').content)).toContain(
        String(await link.getAttribute('href')),
      )
    await page.emulateMedia({ media: 'screen' })
  }
  await context.close()
})
