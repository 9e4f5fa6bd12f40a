import * as v from 'valibot'
import { AXES, type Axis, isScore, keptComment, SCORES, suggestedOverall } from '#domain/rating.ts'
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
import { map, type Observable, switchMap } from 'rxjs'
import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import type { VideoDocument } from './videos.ts'
import { editTime, InvalidWriteError, writeDocument, writeDocuments } from './write.ts'

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

function lastEdit(times: RatingTimes): number {
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

/** What a person says in one go; what is left out stays as it was. */
export type RatingEdit = { overall?: number; axes?: Partial<Record<Axis, number>>; comment?: string }

/** What an edit did to a rating, field by field, so that it can be taken back. A rating that was not there counts as deleted. */
export type RatingChange = {
  fields: RatingField[]
  before: Partial<RatingDocument>
  after: RatingDocument
}

/**
 * Rates a video; a comment is kept as `keptComment` has it. The first rating needs an overall score or axes to suggest one from. Answers what changed,
 * undefined when nothing did. Throws InvalidWriteError, and stores nothing, for a score outside the scale, a comment that is too long, or a first rating
 * without any score.
 */
export function rateVideo(
  store: Store,
  youtubeId: string,
  given: RatingEdit,
): Promise<RatingChange | undefined> {
  const edit = given.comment === undefined ? given : { ...given, comment: keptComment(given.comment) }
  const scores = Object.entries({ ...edit.axes, overall: edit.overall }).filter(
    ([, value]) => value !== undefined,
  )
  if (!scores.every(([, value]) => isScore(value))) return refuse('score')
  if (edit.comment !== undefined && Array.from(edit.comment).length > COMMENT_MAX_LENGTH)
    return refuse('comment')
  return writeRating(store, youtubeId, (current) => {
    const alive = current?.is_deleted === false ? current : undefined
    const overall = edit.overall ?? alive?.overall ?? suggestedOverall(edit.axes ?? {})
    if (overall === undefined) throw new InvalidWriteError('score')
    const time = editTime(store.now(), current === undefined ? 0 : lastEdit(current.edited_at))
    if (alive === undefined) return freshRating(store.userId, youtubeId, { ...edit, overall }, time, current)
    return edited(alive, changesOf(edit), time)
  })
}

/** What an edit names, without what it leaves out. */
function changesOf({ axes, overall, comment }: RatingEdit): Partial<RatingDocument> {
  const named = Object.entries({ ...axes, overall, comment }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named)
}

/** A rating as it was elsewhere; `ratedAt` in ms. */
export type RestoredRating = RatingEdit & { overall: number; ratedAt: number }

/**
 * Brings ratings in from elsewhere, by YouTube id, in one transaction. A video that is rated keeps its rating; one whose rating was deleted here gets the other as an edit of
 * now. Answers how many there are more. Throws InvalidWriteError, and stores nothing, for a score outside the scale or a comment that is too long.
 */
export async function restoreRatings(
  store: Store,
  ratings: ReadonlyMap<string, RestoredRating>,
): Promise<number> {
  for (const { axes, overall, comment = '' } of ratings.values()) {
    const scores = [overall, ...Object.values(axes ?? {})]
    if (!scores.every((value) => isScore(value))) return refuse('score')
    if (Array.from(keptComment(comment)).length > COMMENT_MAX_LENGTH) return refuse('comment')
  }
  const videos = new Map(
    [...ratings.keys()].map((youtubeId) => [ratingId(store.userId, youtubeId), youtubeId]),
  )
  const written = await writeDocuments(store.collections.ratings, [...videos.keys()], (id, current) => {
    const youtubeId = videos.get(id) ?? ''
    const rating = ratings.get(youtubeId)
    if (rating === undefined || current?.is_deleted === false) return undefined
    const now = editTime(store.now(), current === undefined ? 0 : lastEdit(current.edited_at))
    const time = current === undefined ? Math.min(rating.ratedAt, now) : now
    const { comment } = rating
    const kept = comment === undefined ? rating : { ...rating, comment: keptComment(comment) }
    return freshRating(store.userId, youtubeId, kept, time, current)
  })
  return written.length
}

/** Takes the rating away; rating the video again brings a fresh one. Answers what changed, undefined when there was none. */
export function deleteRating(store: Store, youtubeId: string): Promise<RatingChange | undefined> {
  return writeRating(store, youtubeId, (current) => {
    if (current === undefined || current.is_deleted) return undefined
    return edited(current, { is_deleted: true }, editTime(store.now(), lastEdit(current.edited_at)))
  })
}

/**
 * Takes one edit back, as an edit of now: the fields that still say what it said say again what they said before. What was changed since stays, and a rating
 * that was edited since stays with it. Answers whether there was anything left to take back.
 */
export async function undoRating(store: Store, youtubeId: string, change: RatingChange): Promise<boolean> {
  const undone = await writeRating(store, youtubeId, (current) => {
    if (current === undefined) return undefined
    const wasMade = change.before.is_deleted === true && !change.after.is_deleted
    if (wasMade && lastEdit(current.edited_at) > lastEdit(change.after.edited_at)) return undefined
    const fields = change.fields.filter((field) => current[field] === change.after[field])
    if (fields.length === 0) return undefined
    const time = editTime(store.now(), lastEdit(current.edited_at))
    const edited_at = { ...current.edited_at, ...Object.fromEntries(fields.map((field) => [field, time])) }
    const restored = { ...current, edited_at, recent_key: recentKey(time) }
    for (const axis of AXES) if (fields.includes(axis)) delete restored[axis]
    return { ...restored, ...valuesOf(change.before, fields) }
  })
  return undone !== undefined
}

/** Writes one edit and answers what it changed. */
async function writeRating(
  store: Store,
  youtubeId: string,
  edit: (current: RatingDocument | undefined) => RatingDocument | undefined,
): Promise<RatingChange | undefined> {
  let change: RatingChange | undefined
  await writeDocument(store.collections.ratings, ratingId(store.userId, youtubeId), (current) => {
    const after = edit(current)
    change = after && changeOf(current ?? { is_deleted: true }, after)
    return after
  })
  return change
}

function changeOf(before: Partial<RatingDocument>, after: RatingDocument): RatingChange | undefined {
  const known = before.id === undefined ? (['is_deleted'] as const) : RATING_FIELDS
  const fields = known.filter((field) => before[field] !== after[field])
  return fields.length === 0 ? undefined : { fields, before: valuesOf(before, fields), after }
}

/** These fields with what they hold; those that hold nothing are left out. */
function valuesOf(doc: Partial<RatingDocument>, fields: readonly RatingField[]): Partial<RatingDocument> {
  return Object.fromEntries(
    fields.flatMap((field) => (doc[field] === undefined ? [] : [[field, doc[field]]])),
  )
}

/** One's own rating of this video with its sync state, undefined while there is none. */
export function myRating(store: Store, youtubeId: string): Observable<WithSync<RatingDocument> | undefined> {
  const query = store.collections.ratings.find({ selector: { id: ratingId(store.userId, youtubeId) } })
  return withSync(store, 'ratings', documents(query)).pipe(
    map(([doc]) => (doc?.is_deleted === false ? doc : undefined)),
  )
}

/** A rating with its video, null while the device does not hold it. */
export type RatingItem = WithSync<RatingDocument> & { video: VideoDocument | null }

/** All of one's own ratings, the last edited first. */
export function myRatings(store: Store): Observable<RatingItem[]> {
  const query = store.collections.ratings.find({
    selector: { is_deleted: false },
    sort: [{ recent_key: 'asc' }],
  })
  return withSync(store, 'ratings', documents(query)).pipe(
    switchMap((items) => {
      const youtubeIds = items.map(({ video_id }) => video_id)
      const videos = store.collections.videos.find({ selector: { youtube_id: { $in: youtubeIds } } })
      return documents(videos).pipe(
        map((found) => {
          const byYoutubeId = new Map(found.map((video) => [video.youtube_id, video]))
          return items.map((item) => ({ ...item, video: byYoutubeId.get(item.video_id) ?? null }))
        }),
      )
    }),
  )
}

/** Every field that changes gets the time of this edit. */
function edited(current: RatingDocument, changes: Partial<RatingDocument>, time: number): RatingDocument {
  const edited_at = { ...current.edited_at }
  for (const field of RATING_FIELDS) {
    if (field in changes && changes[field] !== current[field]) edited_at[field] = time
  }
  return { ...current, ...changes, edited_at, recent_key: recentKey(lastEdit(edited_at)) }
}

/** A first rating, or one after a deleted one: nothing of that one shines through, so every field is an edit of now. */
function freshRating(
  userId: string,
  youtubeId: string,
  edit: RatingEdit & { overall: number },
  time: number,
  deleted: RatingDocument | undefined,
): RatingDocument {
  const given: RatingField[] = [
    'overall',
    'is_deleted',
    // An empty comment that nobody wrote must not stand above one written elsewhere
    ...(edit.comment === undefined ? [] : (['comment'] as const)),
    ...AXES.filter((axis) => edit.axes?.[axis] !== undefined),
  ]
  const fields = deleted === undefined ? given : RATING_FIELDS
  return {
    id: ratingId(userId, youtubeId),
    user_id: userId,
    video_id: youtubeId,
    ...edit.axes,
    overall: edit.overall,
    comment: edit.comment ?? '',
    is_deleted: false,
    edited_at: Object.fromEntries(fields.map((field) => [field, time])),
    recent_key: recentKey(time),
    row_version: 0,
    sync_epoch: deleted?.sync_epoch ?? '',
  }
}

const refuse = (field: string): Promise<never> => Promise.reject(new InvalidWriteError(field))
