import type { CDPSession, Locator, Page } from 'playwright-core'

/** How many times slower the processor of a phone is. */
export const SLOWDOWN = 4
/** The least that the browser tells, ms; each is rounded to 8 ms by it. */
export const TOLD_FROM_MS = 16
/** Somebody looks so long before a press, and again after it. */
export const LOOKS_MS = 700
/**
 * A finger rests on the glass so long; one that left it in the same moment would have its click wait for the
 * answer to its coming.
 */
export const RESTS_MS = 70

/** `on`: what was pressed, as it is called. */
export type Interaction = { name: string; duration: number; on: string }
declare global {
  interface Window {
    /** By the browser's number of the interaction: its longest event. */
    interactions?: Record<number, Interaction>
  }
}

/** Runs in the page before its own scripts. `durationThreshold`: TOLD_FROM_MS. */
export function noteInteractions(durationThreshold: number): void {
  const interactions: Record<number, Interaction> = {}
  window.interactions = interactions
  const options = { type: 'event', durationThreshold, buffered: true }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue
      const { interactionId, name, duration, target } = entry
      const pressed = target instanceof Element ? (target.closest('a, button, input') ?? target) : undefined
      const on = (pressed?.ariaLabel ?? pressed?.textContent ?? '').slice(0, 20)
      if ((interactions[interactionId]?.duration ?? 0) < duration)
        interactions[interactionId] = { name, duration, on }
    }
  }).observe(options)
}

/**
 * Touches the middle of what is called for once somebody has had time to see it, and asks nothing of the page
 * until it has answered: Playwright's own way of pressing listens for the page's events, and its search for a
 * name has everything styled: both were counted as ours.
 */
export async function touch(page: Page, finger: CDPSession, target: Locator): Promise<void> {
  await target.waitFor()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('what is to be touched is not there any more')
  await page.waitForTimeout(LOOKS_MS)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await page.waitForTimeout(RESTS_MS)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.waitForTimeout(LOOKS_MS)
}

/**
 * The window is as large as the page is said to be, its own bars included: what is lowest on the page is not
 * displayed, and a press there never told of a frame that shows the answer.
 */
export async function enlargeWindow(devtools: CDPSession): Promise<void> {
  const { windowId } = await devtools.send('Browser.getWindowForTarget')
  await devtools.send('Browser.setWindowBounds', { windowId, bounds: { width: 900, height: 1_200 } })
}
