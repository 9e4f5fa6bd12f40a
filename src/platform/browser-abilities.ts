import { isGecko, isWebKit } from './engine.ts'
import { handDevice, isApp } from './installed.ts'

/*
 * What only some engines do, and what people are promised by it (src/ui/browser-sentences.ts). Abilities are looked for first; where an
 * engine's habit leaves no trace in its interfaces, the engine is.
 */

/** True if the browser wakes the worker to send what is stored here after the page was closed. */
export const sendsWhenClosed = (): boolean => 'serviceWorker' in navigator && 'SyncManager' in globalThis

/** True if the browser deletes what a site stored when it was not used for seven days: WebKit, except for installed apps. */
export const deletesUnvisited = (): boolean => isWebKit() && !isApp()

/** Where the person adds the app. `app`: this is it; `none`: this browser has no such thing. */
export type InstallWay = 'app' | 'ios' | 'android' | 'dock' | 'address-bar' | 'none'

export function installWay(): InstallWay {
  if (isApp()) return 'app'
  const device = handDevice()
  if (device !== null) return device
  if (isWebKit()) return /Macintosh/.test(navigator.userAgent) ? 'dock' : 'none'
  return isGecko() ? 'none' : 'address-bar'
}

/** True if installing the app brings pushes that this page cannot have. */
export const installingBringsPushes = (): boolean => handDevice() === 'ios' && !isApp()

/**
 * True in a private window of Firefox or Safari, which forgets everything when it is closed. No interface says so; but there the private
 * file system cannot be opened.
 */
export async function isPrivateWindow(): Promise<boolean> {
  try {
    await navigator.storage?.getDirectory?.()
    return false
  } catch (error) {
    return error instanceof DOMException && ['SecurityError', 'UnknownError'].includes(error.name)
  }
}
