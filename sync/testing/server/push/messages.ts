import { afterInsert, afterUpdate } from '../spread.ts'
import type { Row } from '../storage.ts'
import { bigint, boolean, Failure, text, uuid } from '../values.ts'
import { hiddenPeople, updated, type Work } from '../work.ts'
import { receive } from './receive-message.ts'
import type { PushedRow, RowAnswer } from './row-answers.ts'

/** `private.merge_messages`, `private.answer_messages`. */
export function pushMessages(work: Work, me: string, batch: PushedRow[]): RowAnswer[] {
  const rows = batch.map((row) => ({
    id: uuid(row['id']),
    conversation_id: uuid(row['conversation_id']),
    sender_id: uuid(row['sender_id']) ?? me,
    body: text(row['body']),
    sent_at: bigint(row['sent_at']),
    is_deleted: boolean(row['is_deleted']) ?? false,
  }))
  const visible = visibleMessage(work, me)
  if (rows.some((row) => row.is_deleted && (visible(row.id)?.['sender_id'] ?? me) !== me))
    throw new Failure('42501')
  const fresh = rows.filter(({ id }) => work.has('dedupe_removed') || visible(id) === undefined)
  const arrived = fresh.flatMap((row) => receive(work, me, row))
  afterInsert(work, 'messages', arrived)
  const pairs = rows.flatMap((row) => {
    const before = row.is_deleted ? visible(row.id) : undefined
    if (before?.['sender_id'] !== me || before === undefined || before['is_deleted'] === true) return []
    return [{ before, after: updated(work, 'messages', before, { is_deleted: true, body: '' }) }]
  })
  afterUpdate(work, 'messages', pairs)
  return rows.flatMap((row): RowAnswer[] => {
    const stored = visible(row.id)
    if (stored === undefined) return []
    const same =
      stored['conversation_id'] === row.conversation_id &&
      stored['sender_id'] === row.sender_id &&
      stored['body'] === row.body &&
      stored['sent_at'] === row.sent_at &&
      stored['is_deleted'] === row.is_deleted
    return [{ id: row.id, result: same ? 'applied' : 'conflict', row: stored }]
  })
}

function visibleMessage(work: Work, me: string): (id: string | null) => Row | undefined {
  const hidden = hiddenPeople(work, me)
  return (id) => {
    const row = id === null ? undefined : work.tx.get('messages', id)
    if (row?.['sender_id'] === me) return hidden.has(String(row['recipient_id'])) ? undefined : row
    const hasArrived = row?.['recipient_id'] === me && row['seq'] !== 0
    if (hasArrived) return hidden.has(String(row['sender_id'])) ? undefined : row
    return undefined
  }
}
