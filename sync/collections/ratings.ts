import * as v from 'valibot'
import { AXES, SCORES } from '#domain/rating.ts'
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
import { compareTexts, later, withVersion } from './join.ts'
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

/** Which of two values of one field stands: the later edit, and of two at the same moment the one whose text is larger; an absent one is smallest. */
function fieldOf(field: RatingField, mine: RatingDocument, theirs: RatingDocument): RatingDocument {
  const order = (mine.edited_at[field] ?? 0) - (theirs.edited_at[field] ?? 0)
  if (order !== 0) return order > 0 ? mine : theirs
  return compareValues(mine[field], theirs[field]) >= 0 ? mine : theirs
}

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === undefined) return -1
  if (b === undefined) return 1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  return Number(a === true) - Number(b === true)
}

const content = (doc: RatingDocument): unknown => [
  RATING_FIELDS.map((field) => doc[field] ?? null),
  doc.edited_at,
]

/** Field by field the later edit wins, so two devices that rate different axes both keep what they said. */
export function mergeRating(mine: RatingDocument, theirs: RatingDocument): RatingDocument {
  const edited_at: RatingTimes = {}
  for (const field of RATING_FIELDS) {
    const time = Math.max(mine.edited_at[field] ?? 0, theirs.edited_at[field] ?? 0)
    if (time > 0) edited_at[field] = time
  }
  const created_at = later(mine.created_at, theirs.created_at)
  const updated_at = later(mine.updated_at, theirs.updated_at)
  const joined: RatingDocument = {
    id: mine.id,
    user_id: mine.user_id,
    video_id: mine.video_id,
    row_version: 0,
    sync_epoch: '',
    overall: fieldOf('overall', mine, theirs).overall,
    comment: fieldOf('comment', mine, theirs).comment,
    is_deleted: fieldOf('is_deleted', mine, theirs).is_deleted,
    edited_at,
    recent_key: recentKey(lastEdit(edited_at)),
    ...(created_at === undefined ? {} : { created_at }),
    ...(updated_at === undefined ? {} : { updated_at }),
  }
  for (const axis of AXES) {
    const value = fieldOf(axis, mine, theirs)[axis]
    if (value !== undefined) joined[axis] = value
  }
  return withVersion(joined, [mine, theirs], content)
}

export const ratingId = (userId: string, youtubeId: string): string => `${userId}|${youtubeId}`

export const ratings: CollectionDefinition<RatingDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader(RatingRow),
  merge: mergeRating,
  toRow: (doc) => ({
    id: doc.id,
    user_id: doc.user_id,
    video_id: doc.video_id,
    ...Object.fromEntries(SCORES.map((name) => [name, doc[name] ?? null])),
    comment: doc.comment,
    is_deleted: doc.is_deleted,
    edited_at: doc.edited_at,
  }),
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
