import { CATALOGUE_MAX_AGE_MS } from '#domain/limits.ts'
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { CATALOGUE_CACHE } from '#sync/storage/caches.ts'
import { isAnonymousCatalogue, isVideoList } from './cacheable-requests.ts'
import { forgettable } from './forgettable.ts'
import { looksLikeRows, pastPoisonedCache, storableRows } from './storable.ts'

const MAX_ANSWERS = 200
/** In the background, at a time. */
const MAX_RENEWED = 20

const answers = new StaleWhileRevalidate({
  cacheName: CATALOGUE_CACHE,
  plugins: [
    pastPoisonedCache(looksLikeRows),
    new CacheableResponsePlugin({ statuses: [200, 206] }),
    { cacheWillUpdate: ({ response }) => storableRows(response) },
    ...forgettable(
      CATALOGUE_CACHE,
      new ExpirationPlugin({
        maxEntries: MAX_ANSWERS,
        maxAgeSeconds: CATALOGUE_MAX_AGE_MS / 1000,
        purgeOnQuotaError: true,
      }),
    ),
  ],
})

/** Shown at once from the cache, renewed behind it. */
export function serveCatalogue(): void {
  registerRoute(({ request, url }) => isAnonymousCatalogue(request, url), answers)
}

/** Asks again for the lists that a visitor was shown last, as far as they can be had now. */
export async function renewCatalogue(event: ExtendableEvent): Promise<void> {
  const cache = await caches.open(CATALOGUE_CACHE)
  const lists = (await cache.keys()).filter(({ url }) => isVideoList(new URL(url))).slice(-MAX_RENEWED)
  await Promise.allSettled(
    lists.map(async ({ url, headers }) => {
      // Hazard: what comes out of a cache has lost its mode, and without CORS the key would not be sent
      const request = new Request(url, { headers, mode: 'cors' })
      const [answer, stored] = answers.handleAll({ request, event })
      await answer
      await stored
    }),
  )
}
