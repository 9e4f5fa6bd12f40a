import type { PrecacheController } from 'workbox-precaching'
import { unpackCode } from './code-pack.ts'

/** So many files are on their way at a time: one after another, as Workbox does it, each waits a whole round trip; all at once would hold back what the screen asks for. */
const LANES = 6
/** Is more than this part of the code missing, all of it in one file is less to wait for. */
const PACKED_FROM = 0.5

/**
 * Fetches and keeps what is precached and not here yet: most of the code in one file, `pack`, when most of it is missing, and everything else by itself. Rejects when one file does not come; the browser tries the
 * whole installation again later, and what was kept by then stays.
 */
export async function installFiles(
  precache: PrecacheController,
  event: ExtendableEvent,
  pack: string,
): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName)
  const files = [...precache.getURLsToCacheKeys()].map(([url, cacheKey]) => ({ url, cacheKey }))
  const code = files.filter(isCode)
  const missingCode = await missingOf(code, cache)
  if (missingCode.length > code.length * PACKED_FROM)
    // What did not come with it comes by itself, or says why not
    await unpackCode(pack, cache, new Set(missingCode.map(({ url }) => url))).catch(() => {})

  const missing = (await missingOf(files, cache)).values()
  const lane = async (): Promise<void> => {
    // All lanes take from the same iterator
    for (const file of missing) {
      // What has a fixed name the browser may hold in an older state
      const request = new Request(file.url, {
        cache: isCode(file) ? 'default' : 'reload',
        credentials: 'same-origin',
      })
      const { cacheKey } = file
      await Promise.all(precache.strategy.handleAll({ event, request, params: { cacheKey } }))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

type PrecachedFile = { url: string; cacheKey: string }

/** Its name tells its content: its key needs no revision. */
const isCode = ({ url, cacheKey }: PrecachedFile): boolean => url === cacheKey

async function missingOf(files: readonly PrecachedFile[], cache: Cache): Promise<PrecachedFile[]> {
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  return files.filter(({ cacheKey }) => !kept.has(cacheKey))
}
