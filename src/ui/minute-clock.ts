const MINUTE_MS = 60_000
/** While nobody listens; not less, because what is read twice in one render must be the same. */
const STALE_MS = 1_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One clock for every relative time on the page; runs only while one is shown. For showing only, never for deciding. */
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
  read: (): number => {
    if (!timer && Date.now() - now >= STALE_MS) now = Date.now()
    return now
  },
}
