import { WORKER_UPDATE_CHECK_MS } from '#domain/limits.ts'
import { createValue, type ObservableValue } from './observable-value.ts'
import { workerAddress } from './worker-address.ts'

export type WorkerRegistration = {
  /** A new version waits to take over. */
  updateWaiting: ObservableValue<boolean>
  /** Lets the waiting version take over; the page reloads once it has. */
  update: () => void
}

const none: WorkerRegistration = { updateWaiting: createValue(false), update: () => {} }

/** Registers the worker and looks for a newer one every hour and on return to the page. Never reloads unasked. */
export async function registerServiceWorker(reload = () => location.reload()): Promise<WorkerRegistration> {
  if (!('serviceWorker' in navigator)) return none
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox(workerAddress())
  const updateWaiting = createValue(false)
  let asked = false
  worker.addEventListener('waiting', () => updateWaiting.set(true))
  worker.addEventListener('controlling', () => asked && reload())
  const registration = await worker.register()
  const check = () => {
    // Offline, or the server is away: the next check will do.
    if (document.visibilityState === 'visible') worker.update().catch(() => {})
  }
  if (registration) {
    setInterval(check, WORKER_UPDATE_CHECK_MS)
    document.addEventListener('visibilitychange', check)
  }
  return {
    updateWaiting,
    update: () => {
      asked = true
      // None waits any more when another tab has let it take over: only this page is still old
      if (registration?.waiting) registration.waiting.postMessage('activate-update')
      else reload()
    },
  }
}
