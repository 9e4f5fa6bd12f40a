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
}

/** Two requests in a row without an answer count as offline although the browser says online. */
const FAILURES_TO_OFFLINE = 2
const PROBE_EVERY_MS = 15_000

export function watchConnectivity({ target, onLine, probe }: Surroundings): Connectivity {
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
    failures = reached ? 0 : failures + 1
    if (reached && onLine()) {
      stopProbing()
      online.set(true)
    } else if (failures >= FAILURES_TO_OFFLINE) {
      online.set(false)
      probing ??= setInterval(() => void probe().then((found) => found && report(true)), PROBE_EVERY_MS)
    }
  }
  target.addEventListener('online', look)
  target.addEventListener('offline', look)
  return {
    online,
    report,
    stop: () => {
      stopProbing()
      target.removeEventListener('online', look)
      target.removeEventListener('offline', look)
    },
  }
}

/** This page's own connectivity. A HEAD request is never answered by the worker. */
export const watchBrowserConnectivity = (): Connectivity =>
  watchConnectivity({
    target: window,
    onLine: () => navigator.onLine,
    probe: () =>
      document.visibilityState === 'hidden'
        ? Promise.resolve(false)
        : fetch('/environment.json', { method: 'HEAD', cache: 'no-store' }).then(
            () => true,
            () => false,
          ),
  })
