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
import { compareTexts } from '../schema/compare-values.ts'
import { later, withVersion } from './join.ts'
import { MESSAGE_KEY_LENGTH, messageKey, NOWHERE_KEY } from './keys.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'
import { combineLatest, map, type Observable, switchMap } from 'rxjs'
import { MESSAGE_MAX_LENGTH } from '#domain/limits.ts'
import { hasSomethingToSee, storableText } from '#domain/text.ts'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import { floorOf } from './message-floors.ts'
import { blockedIds } from './blocks.ts'
import { sendingRefusal } from './sending.ts'
import { editTime, InvalidWriteError, RefusedWriteError, writeDocument } from './write.ts'

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
    sent_at: TimeMs,
    edited_at: v.exactOptional(TimeMs),
    created_at: v.exactOptional(v.string()),
  }),
  v.transform((row) => ({
    ...row,
    edited_at: isWaiting(row) ? (row.edited_at ?? row.sent_at) : row.sent_at,
    recent_key: placeKey(row),
  })),
)

/**
 * `seq` is the server's order of arrival, 0 until it has arrived; `sent_at` in ms of the corrected clock. `edited_at`, likewise, is the time of the last
 * edit of the text while that is possible, afterwards that of sending. One that its sender took back (`is_deleted`) has no text; with `seq` 0 it never arrived, and nobody is
 * shown it.
 */
export type MessageDocument = v.InferOutput<typeof MessageRow>

const content = (doc: MessageDocument): unknown => [
  doc.body,
  doc.sent_at,
  doc.edited_at,
  doc.sender_id,
  doc.conversation_id,
  doc.seq,
  doc.is_deleted,
]

const isWaiting = ({ seq, is_deleted }: { seq: number; is_deleted: boolean }): boolean =>
  seq === 0 && !is_deleted

/**
 * Which of two texts stands: the one that arrived, else the one edited later; a tie goes to the larger. What an arrival or a deletion levels comes last, so
 * that the order of joining cannot matter.
 */
function compareWritten(a: MessageDocument, b: MessageDocument): number {
  return (
    Number(a.seq > 0) - Number(b.seq > 0) ||
    a.sent_at - b.sent_at ||
    compareTexts(a.sender_id, b.sender_id) ||
    compareTexts(a.conversation_id, b.conversation_id) ||
    a.edited_at - b.edited_at ||
    compareTexts(a.body, b.body)
  )
}

/** A text that arrived stands; until then the later edit does. Taken back anywhere is taken back everywhere, and leaves no text. */
export function mergeMessage(mine: MessageDocument, theirs: MessageDocument): MessageDocument {
  const base = compareWritten(mine, theirs) >= 0 ? mine : theirs
  const seq = Math.max(mine.seq, theirs.seq)
  const is_deleted = mine.is_deleted || theirs.is_deleted
  const recipient_id = later(mine.recipient_id, theirs.recipient_id)
  const created_at = later(mine.created_at, theirs.created_at)
  const joined: MessageDocument = {
    ...base,
    body: is_deleted ? '' : base.body,
    edited_at: isWaiting({ seq, is_deleted }) ? base.edited_at : base.sent_at,
    seq,
    is_deleted,
    recent_key: placeKey({ id: base.id, seq, is_deleted }),
    ...(recipient_id === undefined ? {} : { recipient_id }),
    ...(created_at === undefined ? {} : { created_at }),
  }
  return withVersion(joined, [mine, theirs], content)
}

export const messages: CollectionDefinition<MessageDocument> = {
  direction: 'both',
  // Taking back what the server would not have had anyway is done; one that the other can read must not come back unnoticed
  whenRefused: ({ is_deleted, seq }) => (is_deleted && seq === 0 ? 'drop' : 'park'),
  parse: rowReader<'messages', typeof MessageRow>(MessageRow),
  merge: mergeMessage,
  toRow: ({ id, conversation_id, sender_id, body, sent_at, is_deleted }) => ({
    id,
    conversation_id,
    sender_id,
    body,
    sent_at,
    is_deleted,
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
      edited_at: number,
      created_at: anyText,
      recent_key: text(MESSAGE_KEY_LENGTH),
    },
    [['conversation_id', 'recent_key']],
  ),
}

/** Where a message stands in its conversation; one that was taken back before it arrived stands behind all others. */
function placeKey({
  id,
  seq,
  is_deleted = false,
}: {
  id: string
  seq: number
  is_deleted?: boolean
}): string {
  return is_deleted && seq === 0 ? NOWHERE_KEY : messageKey(seq, id)
}

function validBody(typed: string): string {
  const body = storableText(typed)
  if (!hasSomethingToSee(body) || Array.from(body).length > MESSAGE_MAX_LENGTH)
    throw new InvalidWriteError('body')
  return body
}

/**
 * Writes a message; it leaves in this order whenever there is a connection. Answers its id. A message that is
 * written again under the same `id` is one. Throws InvalidWriteError, and stores nothing, for a text of which
 * nothing would be seen or that is too long; RefusedWriteError where the server would refuse it
 * (`sendingRefusal`).
 */
export async function sendMessage(
  store: Store,
  conversationId: string,
  body: string,
  id: string = store.newId(),
): Promise<string> {
  const text = validBody(body)
  // The place in the order is taken before anything is waited for
  const sent_at = Math.floor(store.now())
  const refusal = await sendingRefusal(store, conversationId)
  if (refusal !== undefined) throw new RefusedWriteError(refusal)
  const message: MessageDocument = {
    id,
    conversation_id: conversationId,
    sender_id: store.userId,
    body: text,
    seq: 0,
    is_deleted: false,
    sent_at,
    edited_at: sent_at,
    recent_key: messageKey(0, id),
    row_version: 0,
    sync_epoch: '',
  }
  await writeDocument(store.collections.messages, id, (current) => (current ? undefined : message))
  return id
}

/** Is a message of this id on this device, sent or not? */
export const hasMessage = async (store: Store, id: string): Promise<boolean> =>
  (await store.collections.messages.findOne(id).exec()) !== null

/** Can this message still be cancelled and edited? Only one's own, until the server has it. */
export const isQueued = (doc: MessageDocument, userId: string): boolean =>
  doc.row_version === 0 && isWaiting(doc) && doc.sender_id === userId

/**
 * Cancels a message that still waits on this device. Should its first copy have arrived after all, it is taken back there, for both. Answers its text,
 * undefined when it was too late and nothing was done.
 */
export async function cancelMessage(store: Store, id: string): Promise<string | undefined> {
  let text: string | undefined
  await writeDocument(store.collections.messages, id, (current) => {
    text = undefined
    if (current === undefined || !isQueued(current, store.userId)) return undefined
    text = current.body
    const { sent_at: edited_at } = current
    return { ...current, body: '', edited_at, is_deleted: true, recent_key: NOWHERE_KEY }
  })
  return text
}

/** Can this message be deleted for both? Only one's own that has arrived and still stands. */
export const isDeletable = (doc: MessageDocument, userId: string): boolean =>
  doc.seq > 0 && !doc.is_deleted && doc.sender_id === userId

/**
 * Deletes a message of the person's that has arrived, for both, also offline, and nobody can bring it back: its text is gone from the document at once, from the
 * disk once the server has answered. Answers false when there was nothing to delete and nothing was done.
 */
export async function deleteMessage(store: Store, id: string): Promise<boolean> {
  let deleted = false
  await writeDocument(store.collections.messages, id, (current) => {
    deleted = current !== undefined && isDeletable(current, store.userId)
    return current === undefined || !deleted ? undefined : { ...current, body: '', is_deleted: true }
  })
  return deleted
}

/**
 * Changes the text of a message that still waits on this device; it keeps its place. Answers false when it was too late and nothing was done. Throws
 * InvalidWriteError, and stores nothing, as sending does.
 */
export async function editMessage(store: Store, id: string, typed: string): Promise<boolean> {
  const body = validBody(typed)
  let edited = false
  await writeDocument(store.collections.messages, id, (current) => {
    edited = current !== undefined && isQueued(current, store.userId)
    if (current === undefined || !edited || current.body === body) return undefined
    return { ...current, body, edited_at: editTime(store.now(), current.edited_at) }
  })
  return edited
}

export type MessageItem = WithSync<MessageDocument>

/**
 * The latest `limit` messages of a conversation, the oldest first: saved ones in the server's order, then those still on this device. One that was taken
 * back before it arrived is not among them; its key puts it behind all others, so it takes the place of none. Nor are those of somebody whom the person
 * blocks, nor single ones that stand below what the device holds without a gap.
 */
export function messagesOf(store: Store, conversationId: string, limit = 200): Observable<MessageItem[]> {
  const from = (floor: number | null) =>
    store.collections.messages.find({
      selector: {
        conversation_id: conversationId,
        ...(floor !== null && { recent_key: { $lte: messageKey(floor, '') } }),
      },
      sort: [{ recent_key: 'asc' }],
      limit,
    })
  const found$ = floorOf(store, conversationId).pipe(switchMap((floor) => documents(from(floor))))
  const arrived$ = combineLatest([found$, blockedIds(store)]).pipe(
    map(([found, blocked]) =>
      found.filter((doc) => doc.recent_key !== NOWHERE_KEY && !blocked.has(doc.sender_id)),
    ),
  )
  return withSync(store, 'messages', arrived$).pipe(map((found) => found.toReversed()))
}

/** The newest message of a conversation that stands, undefined while there is none. */
export function lastMessageOf(store: Store, conversationId: string): Observable<MessageItem | undefined> {
  const query = store.collections.messages.find({
    selector: { conversation_id: conversationId, is_deleted: false },
    sort: [{ recent_key: 'asc' }],
    limit: 1,
  })
  return withSync(store, 'messages', documents(query)).pipe(map(([last]) => last))
}
