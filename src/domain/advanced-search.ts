import * as v from 'valibot'
import { GENRES, type GenreId } from './genres.ts'
import { SCORE_MAX, SCORE_MIN, SCORE_STEP, SCORES, type ScoreName } from './rating.ts'

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
