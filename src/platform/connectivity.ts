import { isLeaving } from './leaving.ts'
import { createValue, type ObservableValue } from './observable-value.ts'

export type Connectivity = {
  online: ObservableValue<boolean>
  /** A request got an answer, or none. `navigator.onLine` alone does not notice a dead Wi-Fi or a captive portal. */
  report: (reached: boolean) => void
  stop: () => void
}

type Surroundings = {
  target: EventTarget
  onLine: () => boolean
  /** Resolves true when the server side can be reached. Asked from time to time while requests fail. */
  probe: () => Promise<boolean>
  /** Calls back when the server may be reached again; answers how to stop. */
  onWake: OnWake
}

type OnWake = (wake: () => void) => () => void

/** Two requests in a row without an answer count as offline although the browser says online. */
const FAILURES_TO_OFFLINE = 2
/** The return of a network that the browser does not tell of is noticed within 5 s. */
const PROBE_EVERY_MS = 4_000

export function watchConnectivity({ target, onLine, probe, onWake }: Surroundings): Connectivity {
  let failures = 0
  let probing: ReturnType<typeof setInterval> | undefined
  const online = createValue(onLine())

  const stopProbing = () => {
    clearInterval(probing)
    probing = undefined
  }
  const look = () => {
    failures = 0
    stopProbing()
    online.set(onLine())
  }
  const report = (reached: boolean) => {
    if (!reached && isLeaving()) return
    failures = reached ? 0 : failures + 1
    if (reached && onLine()) {
      stopProbing()
      online.set(true)
    } else if (failures >= FAILURES_TO_OFFLINE) {
      online.set(false)
      if (probing !== undefined) return
      probing = setInterval(ask, PROBE_EVERY_MS)
      // What failed may have been asked before the connection came back
      ask()
    }
  }
  const ask = (): void => void probe().then((found) => found && report(true))
  target.addEventListener('online', look)
  target.addEventListener('offline', look)
  const stopWaking = onWake(() => {
    if (probing !== undefined) ask()
  })
  return {
    online,
    report,
    stop: () => {
      stopWaking()
      stopProbing()
      target.removeEventListener('online', look)
      target.removeEventListener('offline', look)
    },
  }
}

/**
 * This page's own connectivity. `isReached`: does the server itself answer, and neither a cache nor a
 * captive portal?
 */
export const watchBrowserConnectivity = (onWake: OnWake, isReached: () => Promise<boolean>): Connectivity =>
  watchConnectivity({
    target: window,
    onLine: () => navigator.onLine,
    probe: () => (document.visibilityState === 'hidden' ? Promise.resolve(false) : isReached()),
    onWake,
  })
