import { drawThumbnail } from './thumbnail-art.ts'

const PATH = /^\/thumbnails\/([A-Za-z0-9_-]{11})(?:\.svg|\/[a-z0-9_]+\.(?:jpg|webp|svg))$/

/** The local stand-in for the platform's thumbnails: `/thumbnails/<id>.svg`, or named as the platform does, `/thumbnails/<id>/hqdefault.jpg`. */
export function thumbnailAt(pathname: string): Response | undefined {
  const youtubeId = PATH.exec(pathname)?.[1]
  if (youtubeId === undefined) return undefined
  return new Response(drawThumbnail(youtubeId), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    },
  })
}
