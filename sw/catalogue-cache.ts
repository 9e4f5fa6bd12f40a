import { CATALOGUE_MAX_AGE_MS } from '#domain/limits.ts'
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { CATALOGUE_CACHE } from '#sync/storage/caches.ts'
import { isAnonymousCatalogue } from './cacheable-requests.ts'
import { forgettable } from './forgettable.ts'

const MAX_ANSWERS = 200

/** Shown at once from the cache, renewed behind it. */
export function serveCatalogue(): void {
  registerRoute(
    ({ request, url }) => isAnonymousCatalogue(request, url),
    new StaleWhileRevalidate({
      cacheName: CATALOGUE_CACHE,
      plugins: [
        new CacheableResponsePlugin({ statuses: [200, 206] }),
        ...forgettable(
          CATALOGUE_CACHE,
          new ExpirationPlugin({
            maxEntries: MAX_ANSWERS,
            maxAgeSeconds: CATALOGUE_MAX_AGE_MS / 1000,
            purgeOnQuotaError: true,
          }),
        ),
      ],
    }),
  )
}
