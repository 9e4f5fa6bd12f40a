import { whenActivated } from './activation.ts'

declare const self: ServiceWorkerGlobalScope

/** A new worker waits until a page says so: the page asks the person, and never while something is unsent. */
export function listenForUpdate(): void {
  self.addEventListener('message', (event) => {
    if (event.data === 'activate-update') event.waitUntil(self.skipWaiting())
  })
  whenActivated(() => self.clients.claim())
}
