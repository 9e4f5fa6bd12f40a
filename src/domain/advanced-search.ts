import * as v from 'valibot'
import type { Video } from './catalogue.ts'
import { GENRES, type GenreId } from './genres.ts'
import { SCORE_MAX, SCORE_MIN, SCORE_STEP, SCORES, type ScoreName } from './rating.ts'
import { foldForSearch } from './search-fold.ts'

export const VIDEO_ORDERS = ['newest', 'most_reviewed', 'best_rated', 'longest', 'shortest'] as const
export type VideoOrder = (typeof VIDEO_ORDERS)[number]

export const CRITERION_TEXT_MAX_LENGTH = 200
export const CRITERION_GENRES_MAX = 50
export const LENGTH_MAX_MINUTES = 6_000

/** An advanced search as its address says it. Scores are the least there may be; days are `YYYY-MM-DD` of the device, the last one included. */
export type AdvancedQuery = { [score in ScoreName]?: number | undefined } & {
  q?: string | undefined
  channel?: string | undefined
  /** Ids with commas between them. */
  genres?: string | undefined
  minutes_from?: number | undefined
  minutes_to?: number | undefined
  published_from?: string | undefined
  published_to?: string | undefined
  order?: VideoOrder | undefined
}

const score = v.exactOptional(
  v.pipe(v.number(), v.minValue(SCORE_MIN), v.maxValue(SCORE_MAX), v.multipleOf(SCORE_STEP)),
)
const minutes = v.exactOptional(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LENGTH_MAX_MINUTES)),
)
const text = v.exactOptional(v.pipe(v.string(), v.maxLength(CRITERION_TEXT_MAX_LENGTH)))
/** ISO 8601 in UTC, to the millisecond. */
const moment = v.exactOptional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)))

/** What the server is asked, which refuses everything else (`private.check_search_criteria`). What is absent restricts nothing. */
export const AdvancedCriteria = v.strictObject({
  text,
  channel: text,
  genres: v.exactOptional(v.pipe(v.array(v.string()), v.maxLength(CRITERION_GENRES_MAX))),
  overall: score,
  clarity: score,
  entertainment: score,
  originality: score,
  quality: score,
  reliability: score,
  usefulness: score,
  minutes_from: minutes,
  minutes_to: minutes,
  published_from: moment,
  /** This moment is no longer meant. */
  published_before: moment,
  order: v.picklist(VIDEO_ORDERS),
})
export type AdvancedCriteria = v.InferOutput<typeof AdvancedCriteria>

/** What is looked at of a video. */
export type SearchedVideo = Pick<
  Video,
  'id' | 'title' | 'channel_title' | 'duration' | 'review_count' | 'rating_count' | 'avg_rating'
> & {
  genre_id?: string | null | undefined
  published_at?: string | null | undefined
} & { [score in Exclude<ScoreName, 'overall'> as `avg_${score}`]?: number | null | undefined }

/** The known genres of a list with commas, each once, in their order. */
export const genresIn = (list: string): GenreId[] => {
  const named = list.split(',')
  return GENRES.flatMap(({ id }) => (named.includes(id) ? [id] : []))
}

/** The beginning of a day on this device, as ISO 8601 in UTC; null when there is no such day. */
function startOfDay(day: string, daysLater = 0): string | null {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(start.getTime()) ? null : start.toISOString()
}

/** What is left of an address that asks for nothing in particular is an order alone. */
export function criteriaOf(query: AdvancedQuery): AdvancedCriteria {
  const { q = '', channel = '', genres = '', minutes_from, minutes_to } = query
  const named = genresIn(genres)
  const from = query.published_from === undefined ? null : startOfDay(query.published_from)
  const before = query.published_to === undefined ? null : startOfDay(query.published_to, 1)
  const criteria: AdvancedCriteria = { order: query.order ?? 'newest' }
  if (q !== '') criteria.text = q
  if (channel !== '') criteria.channel = channel
  if (named.length > 0) criteria.genres = named
  for (const score of SCORES) {
    const least = query[score]
    if (least !== undefined) criteria[score] = least
  }
  if (minutes_from !== undefined) criteria.minutes_from = minutes_from
  if (minutes_to !== undefined) criteria.minutes_to = minutes_to
  if (from !== null) criteria.published_from = from
  if (before !== null) criteria.published_before = before
  return criteria
}

/** Title and channel as they are searched, with a line break between them that no query contains. */
export const searchableText = ({ title, channel_title }: Pick<Video, 'title' | 'channel_title'>): string =>
  `${foldForSearch(title)}\n${foldForSearch(channel_title)}`

const averageOf = (video: SearchedVideo, score: ScoreName): number | null | undefined =>
  score === 'overall' ? video.avg_rating : video[`avg_${score}`]

const SECONDS = 60

/**
 * Does a video match? The database decides the same in `search_videos_advanced`. A video without a rating on an axis, of unknown length (0) or without a
 * date does not match what asks for one. `foldedOf` tells its `searchableText`.
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
