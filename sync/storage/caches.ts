/** Cache Storage of the service worker that a device can do without: pictures, and an anonymous visitor's answers. */
export const THUMBNAIL_CACHE = 'thumbnails'
export const CATALOGUE_CACHE = 'catalogue'

/** Gives the pictures up. Answers whether there were any. */
export async function dropCaches(): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  const dropped = await Promise.all([THUMBNAIL_CACHE, CATALOGUE_CACHE].map((name) => caches.delete(name)))
  return dropped.includes(true)
}
