import * as v from 'valibot'
import {
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  text,
  UUID_LENGTH,
} from './definition.ts'
import { canonical, later, withVersion } from './join.ts'
import { MESSAGE_KEY_LENGTH, messageKey } from './keys.ts'
import { rowReader, SYNCED } from './row.ts'
import { map, type Observable } from 'rxjs'
import { MESSAGE_MAX_LENGTH } from '#domain/limits.ts'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import { InvalidWriteError } from './write.ts'

const MessageRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    conversation_id: v.string(),
    sender_id: v.string(),
    recipient_id: v.exactOptional(v.string()),
    body: v.string(),
    seq: v.optional(v.number(), 0),
    is_deleted: v.optional(v.boolean(), false),
    sent_at: v.number(),
    created_at: v.exactOptional(v.string()),
  }),
  v.transform((row) => ({ ...row, recent_key: messageKey(row.seq, row.id) })),
)

/** `seq` is the server's order of arrival, 0 until it has arrived; `sent_at` in ms of the corrected clock. */
export type MessageDocument = v.InferOutput<typeof MessageRow>

const content = (doc: MessageDocument): unknown => [
  doc.body,
  doc.sent_at,
  doc.sender_id,
  doc.conversation_id,
  doc.seq,
  doc.is_deleted,
]
const written = (doc: MessageDocument): unknown => [doc.sent_at, doc.body, doc.sender_id, doc.conversation_id]

/** A message is written once. Joining only ever adds what the server gave it: its place, its recipient, its deletion. */
export function mergeMessage(mine: MessageDocument, theirs: MessageDocument): MessageDocument {
  const base = canonical(written(mine)) >= canonical(written(theirs)) ? mine : theirs
  const seq = Math.max(mine.seq, theirs.seq)
  const recipient_id = later(mine.recipient_id, theirs.recipient_id)
  const created_at = later(mine.created_at, theirs.created_at)
  const joined: MessageDocument = {
    ...base,
    seq,
    is_deleted: mine.is_deleted || theirs.is_deleted,
    recent_key: messageKey(seq, base.id),
    ...(recipient_id === undefined ? {} : { recipient_id }),
    ...(created_at === undefined ? {} : { created_at }),
  }
  return withVersion(joined, [mine, theirs], content)
}

export const messages: CollectionDefinition<MessageDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader(MessageRow),
  merge: mergeMessage,
  toRow: ({ id, conversation_id, sender_id, body, sent_at }) => ({
    id,
    conversation_id,
    sender_id,
    body,
    sent_at,
  }),
  schema: defineSchema<MessageDocument>(
    'messages',
    UUID_LENGTH,
    {
      conversation_id: text(UUID_LENGTH),
      sender_id: anyText,
      recipient_id: anyText,
      body: anyText,
      seq: number,
      is_deleted: boolean,
      sent_at: number,
      created_at: anyText,
      recent_key: text(MESSAGE_KEY_LENGTH),
    },
    [['conversation_id', 'recent_key']],
  ),
}

/**
 * Writes a message; it leaves in this order whenever there is a connection. Answers its id. Throws InvalidWriteError, and stores nothing, for an
 * empty or too long text.
 */
export async function sendMessage(store: Store, conversationId: string, body: string): Promise<string> {
  if (body.trim() === '' || Array.from(body).length > MESSAGE_MAX_LENGTH) throw new InvalidWriteError('body')
  const id = store.newId()
  await store.collections.messages.insert({
    id,
    conversation_id: conversationId,
    sender_id: store.userId,
    body,
    seq: 0,
    is_deleted: false,
    sent_at: Math.floor(store.now()),
    recent_key: messageKey(0, id),
    row_version: 0,
    sync_epoch: '',
  })
  return id
}

export type MessageItem = WithSync<MessageDocument>

/** The latest `limit` messages of a conversation, the oldest first: saved ones in the server's order, then those still on this device. */
export function messagesOf(store: Store, conversationId: string, limit = 200): Observable<MessageItem[]> {
  const query = store.collections.messages.find({
    selector: { conversation_id: conversationId },
    sort: [{ recent_key: 'asc' }],
    limit,
  })
  return withSync(store, 'messages', documents(query)).pipe(map((found) => found.toReversed()))
}

/** The newest message of a conversation, undefined while there is none. */
export function lastMessageOf(store: Store, conversationId: string): Observable<MessageItem | undefined> {
  return messagesOf(store, conversationId, 1).pipe(map(([last]) => last))
}
