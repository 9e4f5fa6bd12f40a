import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { AXES, type Axis, isScore, keptComment, suggestedOverall } from '#domain/rating.ts'
import type { Store } from '../store.ts'
import { recentKey } from './keys.ts'
import { lastEdit, RATING_FIELDS, type RatingDocument, type RatingField, ratingId } from './ratings.ts'
import { editTime, InvalidWriteError, writeDocument, writeDocuments } from './write.ts'

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
