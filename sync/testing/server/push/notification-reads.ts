import { joinMarks, MARKS, marksFurther } from '../joins.ts'
import type { Row } from '../storage.ts'
import { bigint, boolean, Failure, uuid } from '../values.ts'
import type { Work } from '../work.ts'
import { clamped } from './clamped.ts'
import { ownRow } from './own-row.ts'
import { checkReferences } from './references.ts'
import { answersOf, type PushedRow, type RowAnswer } from './row-answers.ts'
import { upsert } from './upsert.ts'

/** `private.merge_notification_reads`, `private.answer_notification_reads`. */
export function pushNotificationReads(work: Work, me: string, batch: PushedRow[]): RowAnswer[] {
  const now = work.now()
  const rows = batch.map((row) => ({
    id: uuid(row['id']),
    user_id: uuid(row['user_id']) ?? me,
    is_read: boolean(row['is_read']) ?? false,
    read_edited_at: bigint(row['read_edited_at']) ?? 0,
    is_deleted: boolean(row['is_deleted']) ?? false,
    deleted_edited_at: bigint(row['deleted_edited_at']) ?? 0,
  }))
  const proposals = rows.map((row) => {
    const stored = ownRow(work, 'notification_reads', row.id, me)
    const known = (mark: 'read' | 'deleted'): unknown =>
      stored?.[`is_${mark}`] === row[`is_${mark}`] ? stored?.[`${mark}_edited_at`] : undefined
    return {
      ...row,
      read_edited_at: clamped(work, row.read_edited_at, now, known('read')),
      deleted_edited_at: clamped(work, row.deleted_edited_at, now, known('deleted')),
    }
  })
  const written = upsert(
    work,
    'notification_reads',
    me,
    proposals,
    (row) => {
      if (row.id === null) throw new Failure('23502')
      return { ...row, id: row.id }
    },
    (proposed, stored) => {
      const isOthers = stored['user_id'] !== me && !work.has('own_rows_unchecked')
      if (isOthers && marksFurther(proposed, stored)) throw new Failure('42501')
      return isOthers ? stored : joinMarks(proposed, stored)
    },
  )
  checkReferences(work, written, (row) => notificationOfOwner(work, row))
  return answersOf(work, 'notification_reads', me, rows, (stored, row) =>
    stored['user_id'] === me ? MARKS.every((name) => stored[name] === row[name]) : undefined,
  )
}

function notificationOfOwner(work: Work, row: Row): Row | undefined {
  const notification = work.tx.get('notifications', row.id)
  return notification?.['user_id'] === row['user_id'] ? notification : undefined
}
