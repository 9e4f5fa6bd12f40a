import { loadSender } from './sender.ts'
import { keepThumbnails } from './thumbnail-cache.ts'

declare const self: ServiceWorkerGlobalScope

/** The tag under which pages ask for a `sync` event (src/platform/background-sync.ts). */
const TAG = 'mirutomo-outbox'

/** `sync` is not in the WebWorker typings: the event of the Background Synchronization draft. */
type SyncEvent = ExtendableEvent & { readonly tag: string }
const isSyncEvent = (event: Event): event is SyncEvent => 'tag' in event && 'waitUntil' in event

/** Sends what was done without a connection, also when no page is open. A failure rejects, so that the browser fires the event again. */
export function listenForBackgroundSync(): void {
  self.addEventListener('sync', (event) => {
    if (isSyncEvent(event) && event.tag === TAG) event.waitUntil(sendWhatIsPending(event))
  })
}

/** Sends what is pending and pulls what is new, for whoever is signed in. Answers false when nobody is. */
export async function sendWhatIsPending(event: ExtendableEvent): Promise<boolean> {
  const pictures = await loadSender().sendPending()
  if (pictures === null) return false
  // Order matters: pictures take their time, and nobody who leaves waits for that
  await keepThumbnails(pictures, event)
  return true
}
