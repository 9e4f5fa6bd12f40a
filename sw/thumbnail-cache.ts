import { CATALOGUE_MAX_AGE_MS } from '#domain/limits.ts'
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { THUMBNAIL_CACHE } from '#sync/storage/caches.ts'
import { isThumbnail } from './cacheable-requests.ts'
import { forgettable } from './forgettable.ts'
import { isPicture, looksLikePicture, pastPoisonedCache } from './storable.ts'

const MAX_THUMBNAILS = 500

/** Status 0 is the opaque answer of the platform, which sends no CORS headers. */
const thumbnails = new CacheFirst({
  cacheName: THUMBNAIL_CACHE,
  plugins: [
    pastPoisonedCache(looksLikePicture),
    new CacheableResponsePlugin({ statuses: [0, 200] }),
    { cacheWillUpdate: async ({ response }) => ((await isPicture(response.clone())) ? response : null) },
    ...forgettable(
      THUMBNAIL_CACHE,
      new ExpirationPlugin({
        maxEntries: MAX_THUMBNAILS,
        maxAgeSeconds: CATALOGUE_MAX_AGE_MS / 1000,
        purgeOnQuotaError: true,
      }),
    ),
  ],
})

export function serveThumbnails(): void {
  registerRoute(
    ({ url, sameOrigin, request }) => request.destination === 'image' && isThumbnail(url, sameOrigin),
    thumbnails,
  )
}

/** Has these pictures in the cache, as far as they can be had now. */
export async function keepThumbnails(urls: string[], event: ExtendableEvent): Promise<void> {
  await Promise.allSettled(
    urls.map(async (url) => {
      const [answer, stored] = thumbnails.handleAll({ request: new Request(url, { mode: 'no-cors' }), event })
      await answer
      await stored
    }),
  )
}
