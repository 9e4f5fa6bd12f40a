/** Cache Storage that a device can do without: pictures, an anonymous visitor's answers, and the code of earlier releases. */
export const THUMBNAIL_CACHE = 'thumbnails'
export const CATALOGUE_CACHE = 'catalogue'
export const EARLIER_CODE_CACHE = 'earlier-releases'
/** What the browser answers a start with, one cache for each release: how a person's screens looked last (last-screens.ts). */
export const DOCUMENT_CACHE = 'last-screens'

/** What a page says to the worker when an account leaves this device; it answers through the port that comes with it. */
export const FORGET_CACHES = 'forget-caches'

/**
 * Gives all of it up, one by one: of a cache that is deleted as a whole nothing is freed while the worker has it open. Answers whether there were any.
 */
export async function dropCaches(): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  const dropped = await Promise.all([THUMBNAIL_CACHE, CATALOGUE_CACHE, EARLIER_CODE_CACHE].map(empty))
  return dropped.includes(true)
}

async function empty(name: string): Promise<boolean> {
  if (!(await caches.has(name))) return false
  const cache = await caches.open(name)
  const entries = await cache.keys()
  await Promise.all(entries.map((entry) => cache.delete(entry)))
  return entries.length > 0
}
