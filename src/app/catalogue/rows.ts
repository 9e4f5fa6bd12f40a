import * as v from 'valibot'
import type { PersonRating, Promotion, Video } from '#domain/catalogue.ts'
import { columnsOf, rowOf } from '#database/server-row.ts'

/** Spec §3: missing values become an empty string or 0, a rating given as a string becomes a number. */
const text = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((value) => value ?? ''),
)
const count = v.pipe(
  v.nullish(v.union([v.number(), v.string()]), 0),
  v.transform((value) => Number(value ?? 0) || 0),
)
const average = v.pipe(
  v.nullish(v.union([v.number(), v.string()]), null),
  v.transform((value) => (value === null || value === undefined ? null : Number(value))),
)
const optionalText = v.nullish(v.string(), null)

/** Of a video, what lists show. */
const ListedVideo = rowOf('videos', {
  id: v.string(),
  youtube_id: v.string(),
  title: text,
  thumbnail: optionalText,
  duration: count,
  view_count: count,
  genre_id: optionalText,
  published_at: optionalText,
  channel_title: text,
  review_count: count,
  rating_count: count,
  avg_rating: count,
  avg_clarity: average,
  avg_entertainment: average,
  avg_originality: average,
  avg_quality: average,
  avg_reliability: average,
  avg_usefulness: average,
})
/** What only is shown where one video is open. */
const OpenVideo = rowOf('videos', {
  description: optionalText,
  overall_histogram: v.nullish(v.array(v.number()), null),
})
export const VideoRow = v.object({
  ...ListedVideo.entries,
  ...OpenVideo.entries,
}) satisfies v.GenericSchema<unknown, Video>

const score = v.nullish(v.number(), null)
const Rater = rowOf('profiles', { id: v.string(), username: text, avatar_url: optionalText })
export const RatingRow = rowOf('video_ratings', {
  id: v.string(),
  overall: v.number(),
  clarity: score,
  entertainment: score,
  originality: score,
  quality: score,
  reliability: score,
  usefulness: score,
  comment: text,
  created_at: v.string(),
})
export const PersonRatingRow = v.object({
  ...RatingRow.entries,
  person: v.nullish(Rater, null),
}) satisfies v.GenericSchema<unknown, PersonRating>

const PromotedSlot = rowOf('promotion_slots', {
  id: v.string(),
  name: text,
  type: v.picklist(['home', 'search', 'video']),
  advertiser: text,
  ends_at: text,
  booking_id: optionalText,
})
export const PromotionRow = v.object({
  ...PromotedSlot.entries,
  video: VideoRow,
}) satisfies v.GenericSchema<unknown, Promotion>

/** Columns of table videos that lists show, with the version by which a device can keep the row. */
export const LIST_COLUMNS = `row_version,refreshed_at,${columnsOf(ListedVideo)}`
export const VIDEO_COLUMNS = `${LIST_COLUMNS},${columnsOf(OpenVideo)}`
export const RATING_COLUMNS = `${columnsOf(RatingRow)},person:profiles!video_ratings_user_id_fkey(${columnsOf(Rater)})`
export const PROMOTION_COLUMNS = `${columnsOf(PromotedSlot)},video:videos!inner(${LIST_COLUMNS})`

/** The rows of a list that can be read; one that cannot is left out rather than hiding the others. */
export function readRows<T>(schema: v.GenericSchema<unknown, T>, body: unknown): T[] {
  if (!Array.isArray(body)) return []
  return body.flatMap((row) => {
    const parsed = v.safeParse(schema, row)
    return parsed.success ? [parsed.output] : []
  })
}
