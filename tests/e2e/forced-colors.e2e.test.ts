import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { newPerson, signUp } from './people.ts'

const stack = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The colours of a switch and of its knob. */
const switchColors = (toggle: Locator) =>
  toggle.evaluate((element) => ({
    ground: getComputedStyle(element).backgroundColor,
    knob: getComputedStyle(element, '::after').backgroundColor,
  }))

test('where the colours are the person’s own, switches, drawings and bars take them and stay readable', async () => {
  const context = await browser.newContext({
    locale: 'ja-JP',
    viewport: { width: 390, height: 844 },
    forcedColors: 'active',
    // Theirs are dark, the app’s own are light
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const system = (color: string): Promise<string> =>
    page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = name
      const { color: shown } = getComputedStyle(probe)
      probe.remove()
      return shown
    }, color)
  await signUp(page, stack.web, newPerson('colors'))

  await page.goto(`${stack.web}/profile/notification-settings`)
  const toggle = page.getByRole('switch').first()
  await toggle.setChecked(true)
  const [canvas, text] = [await system('Canvas'), await system('CanvasText')]
  expect(canvas).not.toBe(text)
  expect(await switchColors(toggle)).toEqual({ ground: text, knob: canvas })
  await toggle.setChecked(false)
  expect(await switchColors(toggle)).toEqual({ ground: canvas, knob: text })
  const icons = page.getByRole('navigation', { name: 'マイページ' }).locator('a:not([aria-current]) svg')
  expect(await icons.count()).toBeGreaterThan(3)
  for (const icon of await icons.all())
    expect(await icon.evaluate((drawing) => getComputedStyle(drawing).stroke)).toBe(text)

  await page.goto(stack.web)
  await page.locator('main article a').first().click()
  const words = page.locator('svg.radar').first().locator('text, tspan')
  await words.first().waitFor()
  const fills = await words.evaluateAll((all) => all.map((word) => getComputedStyle(word).fill))
  expect(new Set(fills)).toEqual(new Set([text]))
  const bar = page.locator('.told-by-color > span').first()
  expect(await bar.evaluate((length) => getComputedStyle(length).backgroundColor)).toBe(text)
  await context.close()
})
