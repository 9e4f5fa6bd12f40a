import { enterAccount } from '#sync/departure/enter.ts'
import { syncOnce } from '#sync/replication/once.ts'
import { carryOver } from '#sync/generations/carry-over.ts'
import { putOlderAway } from '#sync/generations/put-away.ts'
import { createTransport } from '#sync/replication/transport.ts'
import { readAccessToken } from '#sync/session/access-token.ts'
import { openStore } from '#sync/store.ts'
import { readEnvironment } from './environment.ts'
import { favoriteThumbnails } from './favorite-thumbnails.ts'
import { keepThumbnails } from './thumbnail-cache.ts'

declare const self: ServiceWorkerGlobalScope

/** The tag under which pages ask for a `sync` event (src/platform/background-sync.ts). */
const TAG = 'mirutomo-outbox'
/** Below the browser's limit for one event, so that the worker ends by itself and says that it failed. */
const TIMEOUT_MS = 25_000

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
  const environment = await readEnvironment()
  if (environment === undefined) throw new Error('where the server is has not been learned yet')
  const { apiUrl, publishableKey: apiKey, thumbnailBase } = environment
  const token = (renew: boolean) => readAccessToken({ apiUrl, apiKey, now: Date.now, renew })
  const session = await token(false)
  if (session === null) return false
  const { userId } = session
  const entered = await enterAccount(userId, async ({ evicted, release }) => {
    const store = await openStore({ userId, deviceId: 'worker', now: Date.now, evicted })
    return { store, evicted, release }
  })
  if (entered === null) return false
  const { store, evicted, release } = entered
  let pictures: string[] = []
  try {
    const accessToken = async (options?: { renew: boolean }) => {
      const current = await token(options?.renew ?? false)
      // Another account may have signed in meanwhile; nothing of this store goes out in its name.
      return current?.userId === store.userId ? current.accessToken : null
    }
    await carryOver(store)
    const transport = createTransport({ apiUrl, apiKey, accessToken })
    await syncOnce(store, transport, { timeoutMs: TIMEOUT_MS, signal: evicted })
    if (!evicted.aborted) {
      await putOlderAway(store)
      pictures = await favoriteThumbnails(store, thumbnailBase)
    }
  } finally {
    await store.close().finally(release)
  }
  // Order matters: pictures take their time, and nobody who leaves waits for that
  if (!evicted.aborted) await keepThumbnails(pictures, event)
  return true
}
