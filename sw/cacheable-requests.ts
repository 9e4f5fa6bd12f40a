/** What may be kept in Cache Storage, decided by the request alone. */

const PUBLIC_PATHS = /^\/rest\/v1\/(videos|genres|promotion_slots|rpc\/search_videos)$/

/** Is this a video's thumbnail: the platform's, or the local stack's? */
export function isThumbnail(url: URL, sameOrigin: boolean): boolean {
  return url.hostname === 'i.ytimg.com' || (sameOrigin && url.pathname.startsWith('/thumbnails/'))
}

/**
 * Is this an anonymous visitor's question about the catalogue? Guarantee: a request that carries a person's token never gets into Cache
 * Storage; without a person, supabase-js sends no token or the public key itself.
 */
export function isAnonymousCatalogue(request: Request, url: URL): boolean {
  if (request.method !== 'GET' || !PUBLIC_PATHS.test(url.pathname)) return false
  const apiKey = request.headers.get('apikey')
  const token = request.headers.get('authorization')
  return apiKey !== null && (token === null || token === `Bearer ${apiKey}`)
}

/** Is this a question for a list of videos, as home and the genres ask it; not a search, and not one video? */
export const isVideoList = ({ pathname, searchParams }: URL): boolean =>
  pathname.endsWith('/promotion_slots') || (pathname.endsWith('/videos') && searchParams.has('limit'))
