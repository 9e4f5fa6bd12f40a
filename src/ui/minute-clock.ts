import { clockOffset, serverNow } from '#platform/clock.ts'

const MINUTE_MS = 60_000
/** While nobody listens; not less, because what is read twice in one render must be the same. */
const STALE_MS = 1_000

let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

// Somebody looks at times that were wrong until now
clockOffset.listen(tick)

/**
 * One clock for every time on the page that goes by the minute: the server's. Runs only while one is shown.
 */
export const minuteClock = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    timer ??= setInterval(tick, MINUTE_MS)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  },
  read: (): typeof now => {
    if (!timer && Math.abs(serverNow() - now) >= STALE_MS) now = serverNow()
    return now
  },
}
