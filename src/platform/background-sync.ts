import { activeRegistration } from './worker-registration.ts'

/** The tag that the service worker listens to (sw/background-sync.ts). */
const TAG = 'mirutomo-outbox'

type SyncManager = { register(tag: string): Promise<void> }
type Registration = ServiceWorkerRegistration & { readonly sync?: SyncManager }

/**
 * Asks the browser to wake the service worker when there is a connection, also after the page has been closed. Where Background Sync does not exist
 * (Safari, Firefox) or is forbidden, nothing happens: the app sends at its next start. Ask at every write, while the page is still there.
 */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration: Registration | undefined = await activeRegistration()
    await registration?.sync?.register(TAG)
  } catch {
    // Forbidden by the person or by the browser's mode.
  }
}
