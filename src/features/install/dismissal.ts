import * as v from 'valibot'
import { INSTALL_PAUSE_MS } from '#domain/limits.ts'

/** Stays when an account leaves the device: it tells of nobody (src/app/forget-traces.ts). */
const KEY = 'mirutomo-install-dismissed'
const Time = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

/** Has the banner been closed within the last 24 hours? A clock that was set back does not hide it for longer. `now` in ms. */
export function wasDismissed(now: number): boolean {
  try {
    const at = v.safeParse(Time, localStorage.getItem(KEY))
    return at.success && Math.abs(now - at.output) < INSTALL_PAUSE_MS
  } catch {
    return false
  }
}

export function noteDismissal(now: number): void {
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // Where the browser keeps nothing, it is hidden as long as the page is open.
  }
}
