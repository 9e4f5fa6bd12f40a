import type { Locator, Page } from 'playwright-core'

/** More presses than this is no way to get anywhere. */
const MOST_TABS = 150

/** The name of what has the focus, as far as it is written in the page. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0] : null
    return (activeElement?.getAttribute('aria-label') ?? (label ?? activeElement)?.textContent ?? '').trim()
  })

/** Presses Tab (or, `back`, Shift+Tab) until it has the focus. On the way nothing that has it is hidden or looks as if it had it not. */
export async function tabTo(page: Page, target: Locator, direction: 'on' | 'back' = 'on'): Promise<void> {
  await target.waitFor()
  for (let press = 0; press < MOST_TABS; press += 1) {
    await page.keyboard.press(direction === 'on' ? 'Tab' : 'Shift+Tab')
    const fault = await page.evaluate(faultOfFocus)
    if (fault !== '') throw new Error(fault)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${String(target)} is not reached by Tab`)
}

/** Goes there and presses Enter. */
export async function activate(page: Page, target: Locator, direction: 'on' | 'back' = 'on'): Promise<void> {
  await tabTo(page, target, direction)
  await page.keyboard.press('Enter')
}

/** Runs in the page: WCAG 2.4.7 and 2.4.11 for what has the focus. */
function faultOfFocus(): string {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) return ''
  const name = activeElement.outerHTML.slice(0, 400)
  const { left, top, width, height } = activeElement.getBoundingClientRect()
  const shows = [0.05, 0.5, 0.95].some((x) =>
    [0.05, 0.5, 0.95].some((y) => {
      const there = document.elementFromPoint(left + width * x, top + height * y)
      return (
        there !== null &&
        (activeElement.contains(there) ||
          there.contains(activeElement) ||
          there.closest('label')?.contains(activeElement))
      )
    }),
  )
  if (!shows) {
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    const where = [left, top, width, height].map(Math.round).join(' ')
    return `is hidden at ${where} behind ${there?.outerHTML.slice(0, 200)}: ${name}`
  }
  for (let around: Element | null = activeElement, levels = 0; around !== null && levels < 4; levels += 1) {
    const { outlineStyle, outlineWidth } = getComputedStyle(around)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return ''
    around = around.parentElement
  }
  return `does not look focused: ${name}`
}
