import { joinView } from '../joins.ts'
import { bigint, boolean, Failure, text, timestamp, uuid } from '../values.ts'
import type { Work } from '../work.ts'
import { clamped } from './clamped.ts'
import { ownRow } from './own-row.ts'
import { checkReferences } from './references.ts'
import { required } from './required.ts'
import { answersOf, type PushedRow, type RowAnswer } from './row-answers.ts'
import { upsert } from './upsert.ts'

/** `private.merge_history`, `private.answer_history`. */
export function pushHistory(work: Work, me: string, batch: PushedRow[]): RowAnswer[] {
  const now = work.now()
  const rows = batch.map((row) => ({
    id: text(row['id']),
    user_id: uuid(row['user_id']) ?? me,
    video_id: uuid(row['video_id']),
    viewed_at: timestamp(row['viewed_at']),
    is_deleted: boolean(row['is_deleted']) ?? false,
    edited_at: bigint(row['edited_at']),
  }))
  const proposals = rows.map((row) => {
    const stored = ownRow(work, 'history', row.id, me)
    const same = stored?.['is_deleted'] === row.is_deleted && stored['viewed_at'] === row.viewed_at
    return { ...row, edited_at: clamped(work, row.edited_at, now, same ? stored['edited_at'] : undefined) }
  })
  const written = upsert(
    work,
    'history',
    me,
    proposals,
    (row) => {
      required(row.video_id, row.viewed_at)
      if (row.edited_at < 0) throw new Failure('23514', 'history_edited_at_positive')
      return { ...row, id: `${row.user_id}|${row.video_id}` }
    },
    joinView,
  )
  checkReferences(work, written, (row) => work.tx.get('profiles', String(row['user_id'])))
  return answersOf(work, 'history', me, rows, (stored, row) =>
    stored['video_id'] === row.video_id && stored['user_id'] === row.user_id
      ? stored['viewed_at'] === row.viewed_at &&
        stored['is_deleted'] === row.is_deleted &&
        stored['edited_at'] === row.edited_at
      : undefined,
  )
}
