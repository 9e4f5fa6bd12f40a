/** How an installed app of this manifest may be shown; `fullscreen` is any page's when the person presses F11. */
const MODES = ['standalone', 'minimal-ui', 'window-controls-overlay']

/** Of Safari, and of Chromium: not in the DOM typings. */
type More = { standalone?: boolean; getInstalledRelatedApps?(): Promise<readonly object[]> }

/** True if this page is the installed app. */
export function isApp(): boolean {
  const browser: Navigator & More = navigator
  return browser.standalone === true || MODES.some((mode) => matchMedia(`(display-mode: ${mode})`).matches)
}

/** Is this the installed app, or is there one on this device, as far as the browser tells? */
export async function isInstalled(): Promise<boolean> {
  if (isApp()) return true
  const browser: Navigator & More = navigator
  const apps = await browser.getInstalledRelatedApps?.().catch(() => [])
  return (apps ?? []).length > 0
}

/** Whose browsers let people add an app by hand. An iPad says that it is a Mac, which has no touch screen. */
export function handDevice(): 'ios' | 'android' | null {
  const { userAgent, maxTouchPoints } = navigator
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'ios'
  return /Android/.test(userAgent) ? 'android' : null
}
