import type { ExpirationPlugin } from 'workbox-expiration'
import type { Strategy } from 'workbox-strategies'
import { FORGET_CACHES } from '#sync/storage/caches.ts'

declare const self: ServiceWorkerGlobalScope

type Plugin = Strategy['plugins'][number]

const forgettables = new Map<string, Pick<ExpirationPlugin, 'deleteCacheAndMetadata'>>()
/** How often an account has left this device since the worker runs; what it was fetching before does not outlive it. */
let departures = 0

/**
 * The plugins of a cache from which could be told what somebody looked at. Guarantee: what was asked for before an account left this device is not kept after it, however
 * late it comes.
 */
export function forgettable(cacheName: string, expiration: ExpirationPlugin): Plugin[] {
  forgettables.set(cacheName, expiration)
  const hasLeft = (state: Record<string, unknown> | undefined): boolean =>
    state?.['departures'] !== departures
  // Order matters: what the expiration notes of an answer must be there to be taken away again
  return [
    expiration,
    {
      handlerWillStart: ({ state }) => {
        if (state !== undefined) state['departures'] = departures
        return Promise.resolve()
      },
      cacheWillUpdate: ({ response, state }) => Promise.resolve(hasLeft(state) ? null : response),
      // It left while the answer was being written
      cacheDidUpdate: ({ state }) => (hasLeft(state) ? forget(cacheName) : Promise.resolve()),
    },
  ]
}

/** Everything is forgotten when a page says that an account leaves, and the page is told when it is done. */
export function listenForDepartures(): void {
  self.addEventListener('message', (event) => {
    if (event.data !== FORGET_CACHES) return
    departures++
    const forgetting = Promise.allSettled([...forgettables.keys()].map(forget))
    event.waitUntil(forgetting.then(() => event.ports[0]?.postMessage(null)))
  })
}

async function forget(cacheName: string): Promise<void> {
  await caches.delete(cacheName)
  await forgettables.get(cacheName)?.deleteCacheAndMetadata()
}
