import * as v from 'valibot'
import { SCORES } from '#domain/rating.ts'
import { mergeRegisters, registersOf, rowOfRegisters } from '../schema/merge-registers.ts'
import { RATINGS } from '../schema/register-tables.ts'
import {
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  object,
  PAIR_LENGTH,
  text,
  UUID_LENGTH,
} from './definition.ts'
import { serverTimes, withVersion } from './join.ts'
import { RECENT_KEY_LENGTH, recentKey } from './keys.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'

/** The fields that a person edits, each with a time of its own. */
export const RATING_FIELDS = [...SCORES, 'comment', 'is_deleted'] as const
export type RatingField = (typeof RATING_FIELDS)[number]
export type RatingTimes = Partial<Record<RatingField, number>>

const score = v.exactOptional(v.number())
/** What was never edited has no time. */
const Times = v.pipe(
  v.object(v.entriesFromList(RATING_FIELDS, v.exactOptional(TimeMs))),
  v.transform((times): RatingTimes =>
    Object.fromEntries(Object.entries(times).filter(([, time]) => time > 0)),
  ),
)
const RatingRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    user_id: v.string(),
    video_id: v.string(),
    overall: v.number(),
    clarity: score,
    entertainment: score,
    originality: score,
    quality: score,
    reliability: score,
    usefulness: score,
    comment: v.optional(v.string(), ''),
    is_deleted: v.optional(v.boolean(), false),
    edited_at: Times,
    created_at: v.exactOptional(v.string()),
    updated_at: v.exactOptional(v.string()),
  }),
  v.transform((row) => ({ ...row, recent_key: recentKey(lastEdit(row.edited_at)) })),
)

/** One's own rating of a video; `video_id` is the YouTube id. `edited_at` holds the time of each field's last edit, in ms of the corrected clock. */
export type RatingDocument = v.InferOutput<typeof RatingRow>

export function lastEdit(times: RatingTimes): number {
  return Math.max(0, ...Object.values(times))
}

/** Field by field the later edit wins, so two devices that rate different axes both keep what they said. */
export function mergeRating(mine: RatingDocument, theirs: RatingDocument): RatingDocument {
  const merged = mergeRegisters(RATINGS, mine, theirs, { ...mine, ...serverTimes(mine, theirs) })
  const recent_key = recentKey(lastEdit(merged.edited_at))
  return withVersion({ ...merged, recent_key }, [mine, theirs], (doc) => registersOf(RATINGS, doc))
}

export const ratingId = (userId: string, youtubeId: string): string => `${userId}|${youtubeId}`

export const ratings: CollectionDefinition<RatingDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader<'video_ratings', typeof RatingRow>(RatingRow),
  merge: mergeRating,
  toRow: (doc) => rowOfRegisters(RATINGS, doc),
  schema: defineSchema<RatingDocument>(
    'ratings',
    PAIR_LENGTH,
    {
      user_id: text(UUID_LENGTH),
      video_id: text(11),
      overall: number,
      clarity: number,
      entertainment: number,
      originality: number,
      quality: number,
      reliability: number,
      usefulness: number,
      comment: anyText,
      is_deleted: boolean,
      edited_at: object,
      created_at: anyText,
      updated_at: anyText,
      recent_key: text(RECENT_KEY_LENGTH),
    },
    [['is_deleted', 'recent_key']],
  ),
}
