import { YOUTUBE_ID_LENGTH } from './limits.ts'

const ID = /^[A-Za-z0-9_-]{11}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isYoutubeId = (text: string): boolean => text.length === YOUTUBE_ID_LENGTH && ID.test(text)

/** Spec §5: a video id is a UUID (8-4-4-4-12 hex) or an external id. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** After /embed/ a list or a channel's broadcast may stand, whose words are as long as an id. */
const IN_ADDRESS =
  /(?:youtu\.be\/|\/(?:v|embed|shorts|live)\/|[?&]v=)(?!videoseries|live_stream)([A-Za-z0-9_-]{11})(?![A-Za-z0-9_-])/

/** The id in any YouTube address (youtu.be, /v/, /embed/, /shorts/, /live/, watch?v=) or in a bare id; undefined when there is none (spec §5). */
export function youtubeIdFrom(text: string): string | undefined {
  const trimmed = text.trim()
  if (isYoutubeId(trimmed)) return trimmed
  return IN_ADDRESS.exec(trimmed)?.[1]
}

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
