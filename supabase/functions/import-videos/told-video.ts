import { type ImportRefusal, secondsOf } from '../../../src/domain/youtube-video.ts'
import { thumbnailOf } from '../../../src/domain/youtube.ts'
import type { YoutubeVideo } from '../_shared/youtube-api.ts'

const TITLE_MAX_LENGTH = 500
const DESCRIPTION_MAX_LENGTH = 10_000
const CHANNEL_TITLE_MAX_LENGTH = 200

/** What the catalogue keeps of a video, by the names of its columns. */
export type ToldVideo = {
  youtube_id: string
  title: string
  description: string
  /** '' for the platform's standard one. */
  thumbnail: string
  duration: number
  view_count: number
  published_at: string
  channel_title: string
}

export function toldVideo({ id, snippet, contentDetails, statistics }: YoutubeVideo): ToldVideo {
  return {
    youtube_id: id,
    title: fitting(snippet.title, TITLE_MAX_LENGTH),
    description: fitting(snippet.description, DESCRIPTION_MAX_LENGTH),
    thumbnail: ownThumbnail(id, snippet.thumbnails.high?.url ?? ''),
    duration: secondsOf(contentDetails.duration) ?? 0,
    view_count: Number(statistics.viewCount ?? 0),
    published_at: snippet.publishedAt,
    channel_title: fitting(snippet.channelTitle, CHANNEL_TITLE_MAX_LENGTH),
  }
}

/** Why a video cannot be shown here, null when it can. One that is being broadcast is `uploaded`, not yet `processed`. */
export function obstacleOf({ status }: YoutubeVideo): ImportRefusal | null {
  if (status.privacyStatus !== 'public') return 'not_public'
  if (status.uploadStatus !== 'processed' && status.uploadStatus !== 'uploaded') return 'not_processed'
  return status.embeddable ? null : 'not_embeddable'
}

/** No more characters than the column takes, and none that no database takes. */
const fitting = (text: string, most: number): string =>
  Array.from(text.toWellFormed().replaceAll('\0', '')).slice(0, most).join('')

/** Pictures of other servers are not shown. */
const ownThumbnail = (id: string, url: string): string =>
  url.startsWith('https://i.ytimg.com/') && url !== thumbnailOf({ youtube_id: id }) ? url : ''
