import { onTestFinished, vi } from 'vitest'

const PHONE_SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1'
const MAC_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const CHROME_ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
const FIREFOX_ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'

const APPLE = { vendor: 'Apple Computer, Inc.', hasSync: false, isGecko: false }
const GOOGLE = { vendor: 'Google Inc.', hasSync: true, isGecko: false }
const MOZILLA = { vendor: '', hasSync: false, isGecko: true }
const BROWSERS = {
  'Safari on an iPhone': { ...APPLE, userAgent: PHONE_SAFARI, touch: 5, isApp: false },
  'the app on an iPhone': { ...APPLE, userAgent: PHONE_SAFARI, touch: 5, isApp: true },
  'Safari on an iPad': { ...APPLE, userAgent: MAC_SAFARI, touch: 5, isApp: false },
  'Safari on a Mac': { ...APPLE, userAgent: MAC_SAFARI, touch: 0, isApp: false },
  'Chrome on a laptop': { ...GOOGLE, userAgent: CHROME, touch: 0, isApp: false },
  'Chrome on Android': { ...GOOGLE, userAgent: CHROME_ANDROID, touch: 5, isApp: false },
  'the app of Chrome': { ...GOOGLE, userAgent: CHROME_ANDROID, touch: 5, isApp: true },
  'Firefox on a laptop': { ...MOZILLA, userAgent: FIREFOX, touch: 0, isApp: false },
  'Firefox on Android': { ...MOZILLA, userAgent: FIREFOX_ANDROID, touch: 5, isApp: false },
}
export type BrowserName = keyof typeof BROWSERS

/** Until the test ends the page believes to be in this browser, as far as src/platform looks. */
export function actAs(name: BrowserName): void {
  const { vendor, hasSync, isGecko, userAgent, touch, isApp } = BROWSERS[name]
  const real = globalThis.navigator
  const facts: Record<string, unknown> = { vendor, userAgent, maxTouchPoints: touch, serviceWorker: {} }
  vi.stubGlobal(
    'navigator',
    new Proxy(real, {
      get: (_, key) => (typeof key === 'string' && key in facts ? facts[key] : Reflect.get(real, key, real)),
      has: (_, key) => (typeof key === 'string' && key in facts) || key in real,
    }),
  )
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isApp && query.includes(': standalone') }))
  for (const name of ['SyncManager', 'mozInnerScreenX']) Reflect.deleteProperty(globalThis, name)
  if (hasSync) vi.stubGlobal('SyncManager', class {})
  if (isGecko) vi.stubGlobal('mozInnerScreenX', 0)
  onTestFinished(() => void vi.unstubAllGlobals())
}
