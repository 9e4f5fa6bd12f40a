import { drawThumbnail, WIDTH } from './thumbnail-art.ts'
import { encodePng } from './png.ts'

const PATH = /^\/thumbnails\/([A-Za-z0-9_-]{11})(?:\.png|\/[a-z0-9_]+\.(?:jpg|webp))$/
/** Drawn before, the oldest first; 10 KiB each. */
const drawn = new Map<string, Buffer<ArrayBuffer>>()
const MAX_DRAWN = 1000

/**
 * The local stand-in for the platform's thumbnails: `/thumbnails/<id>.png`, or named as the platform does, `/thumbnails/<id>/hqdefault.jpg`. Pixels as the platform's are, and
 * no drawing: a page pays for one SVG as for a document of its own.
 */
export function thumbnailAt(pathname: string): Response | undefined {
  const youtubeId = PATH.exec(pathname)?.[1]
  if (youtubeId === undefined) return undefined
  return new Response(pictureOf(youtubeId), {
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  })
}

function pictureOf(youtubeId: string): Buffer<ArrayBuffer> {
  const picture = drawn.get(youtubeId) ?? encodePng(drawThumbnail(youtubeId), WIDTH)
  drawn.set(youtubeId, picture)
  const [oldest] = drawn.keys()
  if (drawn.size > MAX_DRAWN && oldest !== undefined) drawn.delete(oldest)
  return picture
}
