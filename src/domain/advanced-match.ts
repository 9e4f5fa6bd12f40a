import type { AdvancedCriteria, VideoOrder } from './advanced-search.ts'
import type { Video } from './catalogue.ts'
import { SCORES, type ScoreName } from './rating.ts'
import { foldForSearch } from './search-fold.ts'

/** What is looked at of a video. */
type SearchedVideo = Pick<
  Video,
  'id' | 'title' | 'channel_title' | 'duration' | 'review_count' | 'rating_count' | 'avg_rating'
> & {
  genre_id?: string | null | undefined
  published_at?: string | null | undefined
} & { [score in Exclude<ScoreName, 'overall'> as `avg_${score}`]?: number | null | undefined }

/** Title and channel as they are searched, with a line break between them that no query contains. */
export const searchableText = ({ title, channel_title }: Pick<Video, 'title' | 'channel_title'>): string =>
  `${foldForSearch(title)}\n${foldForSearch(channel_title)}`

const averageOf = (video: SearchedVideo, score: ScoreName): number | null | undefined =>
  score === 'overall' ? video.avg_rating : video[`avg_${score}`]

const SECONDS = 60

/**
 * Does a video match? The database decides the same in `search_videos_advanced`. A video without a rating on
 * an axis, of unknown length (0) or without a date does not match what asks for one. `foldedOf` tells its
 * `searchableText`.
 */
export function matcherOf<One extends SearchedVideo>(
  criteria: AdvancedCriteria,
  foldedOf: (video: One) => string = searchableText,
): (video: One) => boolean {
  const text = foldForSearch(criteria.text ?? '')
  const channel = foldForSearch(criteria.channel ?? '')
  const least = SCORES.flatMap((score) => {
    const value = criteria[score]
    return value === undefined ? [] : [{ score, value }]
  })
  const { genres = [], minutes_from, minutes_to, published_from, published_before } = criteria
  const from = published_from === undefined ? null : Date.parse(published_from)
  const before = published_before === undefined ? null : Date.parse(published_before)

  const isOfGenre = ({ genre_id }: One): boolean =>
    genres.length === 0 || genres.some((genre) => genre === genre_id)
  const isRated = (video: One): boolean =>
    least.every(({ score, value }) => (averageOf(video, score) ?? 0) >= value)
  const isOfLength = ({ duration }: One): boolean =>
    (minutes_from === undefined || duration >= minutes_from * SECONDS) &&
    (minutes_to === undefined || duration <= minutes_to * SECONDS) &&
    (duration > 0 || (minutes_from === undefined && minutes_to === undefined))
  const isOfPeriod = ({ published_at }: One): boolean => {
    if (from === null && before === null) return true
    const at = publishedMs(published_at)
    return at !== null && (from === null || at >= from) && (before === null || at < before)
  }
  const says = (video: One): boolean => {
    if (text === '' && channel === '') return true
    const folded = foldedOf(video)
    if (!folded.includes(text) || !folded.includes(channel)) return false
    return channel === '' || foldForSearch(video.channel_title).includes(channel)
  }
  return (video) =>
    isOfGenre(video) && isRated(video) && isOfLength(video) && isOfPeriod(video) && says(video)
}

function publishedMs(at: string | null | undefined): number | null {
  const ms = at ? Date.parse(at) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

const UNDATED = Number.NEGATIVE_INFINITY
/** By an order, each value the higher the earlier. */
const WEIGHTS: Record<VideoOrder, (video: SearchedVideo) => number[]> = {
  newest: () => [],
  most_reviewed: ({ review_count }) => [review_count],
  best_rated: ({ avg_rating, rating_count }) => [avg_rating, rating_count],
  longest: ({ duration }) => [duration],
  // Those of unknown length are not the shortest
  shortest: ({ duration }) => [duration > 0 ? 1 : 0, -duration],
}

/** The order of the database: what is asked for, then the newest, undated last, then the id. */
export function inOrder<One extends SearchedVideo>(videos: readonly One[], order: VideoOrder): One[] {
  return videos
    .map((video) => ({
      video,
      weights: [...WEIGHTS[order](video), publishedMs(video.published_at) ?? UNDATED],
    }))
    .toSorted((one, other) => {
      for (const [index, weight] of one.weights.entries()) {
        const against = other.weights[index] ?? 0
        if (weight !== against) return weight > against ? -1 : 1
      }
      return one.video.id < other.video.id ? -1 : 1
    })
    .map(({ video }) => video)
}
