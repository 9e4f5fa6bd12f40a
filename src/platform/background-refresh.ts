import { activeRegistration } from './worker-registration.ts'

/** The tag that the service worker listens to (sw/periodic-refresh.ts). */
const TAG = 'mirutomo-catalogue'
/** At the most; how often it really is, the browser decides by how much the app is used. */
const MIN_INTERVAL_MS = 12 * 60 * 60 * 1000

type PeriodicSyncManager = { register(tag: string, options: { minInterval: number }): Promise<void> }
type Registration = ServiceWorkerRegistration & { readonly periodicSync?: PeriodicSyncManager }
/** Of Chromium alone: not in the DOM typings. */
type Permissions = { query(descriptor: { name: string }): Promise<{ state: string }> }

/** Asks the browser to have the newest videos fetched from time to time. It allows that to installed apps; elsewhere nothing happens. */
export async function askForBackgroundRefresh(): Promise<void> {
  if (!('permissions' in navigator)) return
  try {
    const registration: Registration | undefined = await activeRegistration()
    if (!registration?.periodicSync) return
    const permissions: Permissions = navigator.permissions
    const { state } = await permissions.query({ name: 'periodic-background-sync' })
    if (state === 'granted') await registration.periodicSync.register(TAG, { minInterval: MIN_INTERVAL_MS })
  } catch {
    // Unknown to this browser, or forbidden by the person.
  }
}
