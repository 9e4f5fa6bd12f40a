import { hasSomethingToSee } from '#domain/text.ts'
import { joinRating, RATING_FIELDS, SCORES } from '../joins.ts'
import { videoOf } from '../spread.ts'
import { boolean, charLength, Failure, jsonbText, score, text, uuid } from '../values.ts'
import type { Work } from '../work.ts'
import { ownRow } from './own-row.ts'
import { checkReferences } from './references.ts'
import { required } from './required.ts'
import { answersOf, type PushedRow, type RowAnswer } from './row-answers.ts'
import { upsert } from './upsert.ts'

/** `private.merge_ratings`, `private.answer_ratings`. */
export function pushRatings(work: Work, me: string, batch: PushedRow[]): RowAnswer[] {
  const now = work.now()
  const rows = batch.map((row) => ({
    id: text(row['id']),
    user_id: uuid(row['user_id']) ?? me,
    video_id: text(row['video_id']),
    ...scoresOf(row),
    comment: text(row['comment']),
    is_deleted: boolean(row['is_deleted']),
    edited_at: row['edited_at'] ?? null,
  }))
  const proposals = rows.map((row) =>
    joinRating(row, row.id === null ? undefined : ownRow(work, 'ratings', row.id, me), {
      now: work.has('clamp_removed') ? Number.POSITIVE_INFINITY : now,
      byArrival: work.has('last_writer_by_arrival'),
    }),
  )
  const written = upsert(
    work,
    'ratings',
    me,
    proposals,
    (row) => {
      required(row.video_id, row['overall'], row['comment'], row['is_deleted'], row['edited_at'])
      if (charLength(String(row['comment'])) > 10_000)
        throw new Failure('23514', 'video_ratings_comment_length')
      if (row['comment'] !== '' && !hasSomethingToSee(String(row['comment'])))
        throw new Failure('23514', 'video_ratings_comment_visible')
      const scores = SCORES.map((name) => row[name]).filter((value) => value !== null)
      if (!scores.every(isInHalves)) throw new Failure('23514', 'video_ratings_scores')
      return { ...row, id: `${row.user_id}|${row.video_id}` }
    },
    (proposed) => proposed,
  )
  checkReferences(work, written, (row) => videoOf(work, String(row['video_id'])))
  return answersOf(work, 'ratings', me, rows, (stored, row) => {
    if (stored['video_id'] !== row.video_id || stored['user_id'] !== row.user_id) return undefined
    const pushed: Record<string, unknown> = {
      ...row,
      comment: row.comment ?? '',
      is_deleted: row.is_deleted ?? false,
    }
    return (
      RATING_FIELDS.every((name) => (stored[name] ?? null) === (pushed[name] ?? null)) &&
      jsonbText(stored['edited_at']) === jsonbText(row.edited_at)
    )
  })
}

const scoresOf = (row: PushedRow): Record<string, number | null> =>
  Object.fromEntries(SCORES.map((name) => [name, score(row[name])]))

const isInHalves = (value: unknown): boolean =>
  typeof value === 'number' && value >= 1 && value <= 5 && Number.isInteger(value * 2)
