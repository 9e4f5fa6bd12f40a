import { YOUTUBE_ID_LENGTH } from './limits.ts'

const ID = /^[A-Za-z0-9_-]{11}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isYoutubeId = (text: string): boolean => text.length === YOUTUBE_ID_LENGTH && ID.test(text)

/** Spec §5: a video id is a UUID (8-4-4-4-12 hex) or an external id. */
export const isUuid = (text: string): boolean => UUID.test(text)

const PLATFORM = 'https://i.ytimg.com/vi'

/**
 * Spec §3: a missing thumbnail falls back to the platform's standard high-quality one. `base` is the platform's or the local stack's: the picture comes from there whatever the video says,
 * and one of another server is taken for missing.
 */
export function thumbnailOf(
  { youtube_id, thumbnail }: { youtube_id: string; thumbnail?: string | null | undefined },
  base = PLATFORM,
): string {
  const own = thumbnail?.startsWith(`${PLATFORM}/`) ? thumbnail.slice(PLATFORM.length) : undefined
  return base + (own ?? `/${youtube_id}/hqdefault.jpg`)
}
