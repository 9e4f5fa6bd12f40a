import type { Row } from '../storage.ts'
import { bigint, Failure, uuid } from '../values.ts'
import { hiddenPeople, partnerOf, updated, type Work } from '../work.ts'
import type { PushedRow, RowAnswer } from './row-answers.ts'

/** `private.merge_conversations`, `private.answer_conversations`. */
export function pushConversations(work: Work, me: string, batch: PushedRow[]): RowAnswer[] {
  const rows = batch.map((row) => ({ id: uuid(row['id']), read_seq: bigint(row['read_seq']) }))
  const visible = visibleConversation(work, me)
  if (rows.some(({ id }) => visible(id) === undefined)) throw new Failure('P0002')
  if (rows.some(({ read_seq }) => read_seq === null)) throw new Failure('22004')
  const marks = new Map<string, number>()
  for (const { id, read_seq } of rows) {
    if (id !== null) marks.set(id, Math.max(marks.get(id) ?? Number.NEGATIVE_INFINITY, read_seq ?? 0))
  }
  for (const [id, readSeq] of marks) markRead(work, me, id, readSeq)
  return rows.flatMap(({ id, read_seq }): RowAnswer[] => {
    const stored = visible(id)
    if (stored === undefined) return []
    const side = stored['user1_id'] === me ? 'user1_read_seq' : 'user2_read_seq'
    return [{ id, result: read_seq === stored[side] ? 'applied' : 'conflict', row: stored }]
  })
}

function visibleConversation(work: Work, me: string): (id: string | null) => Row | undefined {
  const hidden = hiddenPeople(work, me)
  return (id) => {
    const row = id === null ? undefined : work.tx.get('conversations', id)
    if (row === undefined || (row['user1_id'] !== me && row['user2_id'] !== me)) return undefined
    return hidden.has(partnerOf(row, me)) ? undefined : row
  }
}

/** `private.mark_conversations_read`. */
function markRead(work: Work, me: string, id: string, readSeq: number): void {
  const conversation = work.tx.get('conversations', id)
  if (conversation === undefined) return
  const side = conversation['user1_id'] === me ? 'user1' : 'user2'
  const messages = work.tx.of('messages', `conversation:${id}`)
  const newest = messages.reduce((latest, row) => Math.max(latest, Number(row['seq'])), 0)
  const mark = Math.min(readSeq, newest)
  if (mark <= Number(conversation[`${side}_read_seq`] ?? 0)) return
  const unread = messages.filter(
    (row) => row['recipient_id'] === me && Number(row['seq']) > mark && row['is_deleted'] !== true,
  ).length
  updated(work, 'conversations', conversation, {
    [`${side}_read_seq`]: mark,
    [`${side}_unread_count`]: unread,
  })
}
