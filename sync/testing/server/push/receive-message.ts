import { hasSomethingToSee } from '#domain/text.ts'
import type { Row } from '../storage.ts'
import { charLength, Failure } from '../values.ts'
import { inserted, isBlocked, partnerOf, type Work } from '../work.ts'
import { isAdultHere } from './adult.ts'
import { clamped } from './clamped.ts'
import { required } from './required.ts'

type NewMessage = {
  id: string | null
  conversation_id: string | null
  sender_id: string
  body: string | null
  sent_at: number | null
  is_deleted: boolean
}

/** Gives a message its place, or refuses it; nothing for one that is stored already. `private.receive_message`. */
export function receive(work: Work, me: string, row: NewMessage): Row[] {
  const id = row.conversation_id
  const conversation = id === null ? undefined : work.tx.get('conversations', id)
  if (conversation === undefined) throw new Failure('23503')
  work.tx.lock(`conversations/${conversation.id}`)
  const sides = [conversation['user1_id'], conversation['user2_id']]
  if (!sides.includes(row.sender_id)) throw new Failure('42501')
  const recipient_id = partnerOf(conversation, row.sender_id)
  const isClosed = conversation['is_active'] === false && !row.is_deleted
  if (isClosed || isBlocked(work, row.sender_id, recipient_id))
    throw new Failure('23514', 'conversation_blocked')
  if (!row.is_deleted) checkSender(work, row.sender_id, recipient_id, conversation.id)
  const place = row.is_deleted ? 0 : work.nextSeq()
  const sent_at = clamped(work, row.sent_at, work.now(), undefined)
  if (row.sender_id !== me && !work.has('own_rows_unchecked')) throw new Failure('42501')
  const body = row.is_deleted ? '' : row.body
  required(row.id, body)
  if (charLength(body ?? '') > 10_000) throw new Failure('23514', 'messages_body_length')
  if (!row.is_deleted && !hasSomethingToSee(body ?? '')) throw new Failure('23514', 'messages_body_present')
  if (sent_at !== null && sent_at < 0) throw new Failure('23514', 'messages_sent_at_positive')
  const known = work.tx.get('messages', String(row.id))
  if (known !== undefined && !work.has('dedupe_removed')) return []
  return [
    inserted(work, 'messages', {
      id: known === undefined ? String(row.id) : work.newId(),
      conversation_id: conversation.id,
      sender_id: row.sender_id,
      recipient_id,
      body,
      seq: work.has('seq_by_client_order') && place > 0 ? sent_at : place,
      is_deleted: row.is_deleted,
      sent_at,
    }),
  ]
}

/**
 * Only an adult writes, to an adult, and a second time only one whose age was checked.
 * `private.check_sender`.
 */
function checkSender(work: Work, sender: string, recipient: string, conversation: string): void {
  if (!isAdultHere(work, sender)) throw new Failure('23514', 'message_adult')
  if (!isAdultHere(work, recipient)) throw new Failure('23514', 'conversation_blocked')
  if (work.tx.get('profiles', sender)?.['is_age_checked'] === true) return
  const written = work.tx.of('messages', `conversation:${conversation}`)
  if (written.some((row) => row['sender_id'] === sender && row['seq'] !== 0))
    throw new Failure('23514', 'message_age_checked')
}
