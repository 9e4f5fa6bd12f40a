import type { BrowserContextOptions } from 'playwright-core'

/** Whoever lives in Tokyo and wants less motion: without a graphics card all that moves is painted by the processor. */
const TOKYO = {
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions

export const PHONE = { ...TOKYO, viewport: { width: 390, height: 844 } } satisfies BrowserContextOptions
export const LAPTOP = { ...TOKYO, viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions

/** As most people have it; for journeys that go through the most of the app. */
export const MOVING = { reducedMotion: 'no-preference' } satisfies BrowserContextOptions
