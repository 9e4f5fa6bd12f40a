import { WORKER_UPDATE_CHECK_MS } from '#domain/limits.ts'
import { createValue, type ObservableValue } from './observable-value.ts'
import { workerAddress } from './worker-address.ts'
import { workerRefused } from './worker-refused.ts'

export type WorkerRegistration = {
  /** A new version waits to take over. */
  updateWaiting: ObservableValue<boolean>
  /** Lets the waiting version take over; the page reloads once it has. */
  update: () => void
}

const TAKE_OVER_LIMIT_MS = 5_000
/** The first wait for another try. */
const INSTALL_AGAIN_MS = 30_000

const none: WorkerRegistration = { updateWaiting: createValue(false), update: () => {} }

/** True if the browser refuses the worker for good: in private windows and where cookies are off. A captive portal's file is refused too, but later than our own was registered. */
async function isRefusal(error: unknown): Promise<boolean> {
  if (!(error instanceof DOMException) || error.name === 'AbortError') return false
  return (await navigator.serviceWorker.getRegistration().catch(() => undefined)) === undefined
}

/**
 * Registers the worker and looks for a newer one every hour and on return to the page. Never reloads unasked.
 * A worker that could not be installed is asked for again: after 30 s, then later and later, when the
 * connection is back, and when the person is. To be called once the page is at rest: it waits for no picture.
 */
export async function registerServiceWorker(reload = () => location.reload()): Promise<WorkerRegistration> {
  if (!('serviceWorker' in navigator)) {
    workerRefused.set(true)
    return none
  }
  const container = navigator.serviceWorker
  const updateWaiting = createValue(false)
  let asked = false
  let limit: ReturnType<typeof setTimeout> | undefined
  container.addEventListener('controllerchange', () => {
    clearTimeout(limit)
    if (asked) reload()
  })

  let registration: ServiceWorkerRegistration | undefined
  const look = (): void => {
    // The first worker waits for nobody: it takes over by itself
    if (registration?.waiting && registration.active) updateWaiting.set(true)
    if (!isInstalled(registration)) checkLater()
  }
  const register = async (): Promise<void> => {
    const known = registration
    registration = await container.register(workerAddress())
    if (registration !== known) watchWorkers(registration, look)
  }
  let again: ReturnType<typeof setTimeout> | undefined
  let waitMs = INSTALL_AGAIN_MS
  const checkLater = (): void => {
    clearTimeout(again)
    again = setTimeout(check, waitMs)
    waitMs = Math.min(2 * waitMs, WORKER_UPDATE_CHECK_MS)
  }
  const check = (): void => {
    if (document.visibilityState !== 'visible') return
    // Offline, or the server is away: the next check will do
    if (isInstalled(registration)) registration?.update().catch(() => {})
    else register().catch(checkLater)
  }
  try {
    await register()
  } catch (error) {
    if (await isRefusal(error)) {
      workerRefused.set(true)
      return none
    }
    checkLater()
  }
  setInterval(check, WORKER_UPDATE_CHECK_MS)
  document.addEventListener('visibilitychange', check)
  window.addEventListener('online', () => !isInstalled(registration) && check())
  return {
    updateWaiting,
    update: () => {
      asked = true
      // None waits any more when another tab has let it take over: only this page is still old
      if (!registration?.waiting) return reload()
      registration.waiting.postMessage('activate-update')
      // Hazard: the word that it has taken over may not come; loaded anew, the page asks whoever serves it then
      limit = setTimeout(reload, TAKE_OVER_LIMIT_MS)
    },
  }
}

/** Calls `look` now, and whenever a worker was found, has been installed or could not be. */
function watchWorkers(registration: ServiceWorkerRegistration, look: () => void): void {
  const found = (): void => {
    // Hazard: WebKit may tell of a worker when it is installed already, and `installing` is null
    registration.installing?.addEventListener('statechange', look)
    look()
  }
  registration.addEventListener('updatefound', found)
  found()
}

/** Is there a worker, or is one being installed? */
const isInstalled = (registration: ServiceWorkerRegistration | undefined): boolean =>
  Boolean(registration?.active ?? registration?.waiting ?? registration?.installing)
