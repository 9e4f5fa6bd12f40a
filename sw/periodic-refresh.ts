import { sendWhatIsPending } from './background-sync.ts'
import { renewCatalogue } from './catalogue-cache.ts'

declare const self: ServiceWorkerGlobalScope

/** The tag under which pages ask for a `periodicsync` event (src/platform/background-refresh.ts). */
const TAG = 'mirutomo-catalogue'

/** `periodicsync` is not in the WebWorker typings: the event of the Periodic Background Synchronization draft. */
type PeriodicSyncEvent = ExtendableEvent & { readonly tag: string }
const isPeriodicSync = (event: Event): event is PeriodicSyncEvent => 'tag' in event && 'waitUntil' in event

/** Has the newest videos on the device when the app is next opened in a tunnel. What fails is left to the next time. */
export function listenForPeriodicRefresh(): void {
  self.addEventListener('periodicsync', (event) => {
    if (isPeriodicSync(event) && event.tag === TAG) event.waitUntil(refresh(event))
  })
}

/** A person's catalogue comes with everything else of theirs; a visitor's is what the worker keeps. */
async function refresh(event: ExtendableEvent): Promise<void> {
  const isOwn = await sendWhatIsPending(event).catch(() => true)
  if (!isOwn) await renewCatalogue(event)
}
