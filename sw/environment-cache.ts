import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'

export const ENVIRONMENT_CACHE = 'environment'

/** Where the server is: fresh when there is a connection (waiting 2 s at most), the last known one otherwise. */
export function serveEnvironment(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/environment.json',
    new NetworkFirst({ cacheName: ENVIRONMENT_CACHE, networkTimeoutSeconds: 2 }),
  )
}
