import type { PrecacheController } from 'workbox-precaching'

/** So many files are on their way at a time: one after another, as Workbox does it, each waits a whole round trip; all at once would hold back what the screen asks for. */
const LANES = 6

/**
 * Fetches and keeps what is precached and not here yet. Rejects when one file does not come; the browser tries the whole
 * installation again later, and what was kept by then stays.
 */
export async function installFiles(precache: PrecacheController, event: ExtendableEvent): Promise<void> {
  const missing = precache.getURLsToCacheKeys().entries()
  const lane = async (): Promise<void> => {
    // All lanes take from the same iterator
    for (const [url, cacheKey] of missing) {
      // What has a revision has a fixed name, under which the browser may hold an older one
      const cache = url === cacheKey ? 'default' : 'reload'
      const request = new Request(url, { cache, credentials: 'same-origin' })
      await Promise.all(precache.strategy.handleAll({ event, request, params: { cacheKey } }))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
