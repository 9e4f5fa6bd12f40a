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
import { canonical, withVersion } from './join.ts'
import { RECENT_KEY_LENGTH, recentKeyOf } from './keys.ts'
import { rowReader, SYNCED } from './row.ts'
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs'
import type { Store } from '../store.ts'
import { documents, documentsById } from './live.ts'
import { lastMessageOf, type MessageItem } from './messages.ts'
import type { ProfileDocument } from './profiles.ts'
import { blockedIds } from './blocks.ts'
import { writeDocument } from './write.ts'

const count = v.optional(v.number(), 0)
const ConversationRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    user1_id: v.string(),
    user2_id: v.string(),
    last_message_time: v.exactOptional(v.string()),
    is_active: v.optional(v.boolean(), true),
    user1_unread_count: count,
    user2_unread_count: count,
    user1_read_seq: count,
    user2_read_seq: count,
    created_at: v.exactOptional(v.string()),
    server_version: v.exactOptional(v.number()),
    my_read_seq: count,
  }),
  v.transform((row) => ({
    ...row,
    server_version: row.server_version ?? row.row_version,
    recent_key: recentKeyOf(row.last_message_time ?? row.created_at),
  })),
)

/**
 * Two people. Everything is the server's, as of `server_version`, but `my_read_seq`: how far the person has read on this device beyond what the server
 * knows; it only grows, and is 0 once the server knows it.
 */
export type ConversationDocument = v.InferOutput<typeof ConversationRow>

/** Reading is monotonic; the rest is the newer state of the server. */
export function mergeConversation(
  mine: ConversationDocument,
  theirs: ConversationDocument,
): ConversationDocument {
  const joined: ConversationDocument = {
    ...newerServerState(mine, theirs),
    my_read_seq: Math.max(mine.my_read_seq, theirs.my_read_seq),
  }
  return withVersion(joined, [mine, theirs], (doc) => doc.my_read_seq)
}

function newerServerState(mine: ConversationDocument, theirs: ConversationDocument): ConversationDocument {
  const order = mine.server_version - theirs.server_version
  if (order !== 0) return order > 0 ? mine : theirs
  const ofServer = (doc: ConversationDocument): string =>
    canonical({ ...doc, my_read_seq: 0, row_version: 0, sync_epoch: '', retries: 0 })
  return ofServer(mine) >= ofServer(theirs) ? mine : theirs
}

/** How far this person has read, here or elsewhere. */
export function readSeqOf(doc: ConversationDocument, userId: string): number {
  return Math.max(doc.my_read_seq, serverReadSeq(doc, userId))
}

/** How many messages wait for this person: what the server counted, unless they have read on since. */
export function unreadCountOf(doc: ConversationDocument, userId: string): number {
  if (doc.my_read_seq > serverReadSeq(doc, userId)) return 0
  return doc.user1_id === userId ? doc.user1_unread_count : doc.user2_unread_count
}

const serverReadSeq = (doc: ConversationDocument, userId: string): number =>
  doc.user1_id === userId ? doc.user1_read_seq : doc.user2_read_seq

export const partnerIdOf = (doc: ConversationDocument, userId: string): string =>
  doc.user1_id === userId ? doc.user2_id : doc.user1_id

export const conversations: CollectionDefinition<ConversationDocument> = {
  direction: 'both',
  whenRefused: 'drop',
  parse: rowReader<'conversations', typeof ConversationRow>(ConversationRow),
  merge: mergeConversation,
  toRow: (doc, userId) => ({ id: doc.id, read_seq: readSeqOf(doc, userId) }),
  schema: defineSchema<ConversationDocument>(
    'conversations',
    UUID_LENGTH,
    {
      user1_id: anyText,
      user2_id: anyText,
      last_message_time: anyText,
      is_active: boolean,
      user1_unread_count: number,
      user2_unread_count: number,
      user1_read_seq: number,
      user2_read_seq: number,
      created_at: anyText,
      server_version: number,
      my_read_seq: number,
      recent_key: text(RECENT_KEY_LENGTH),
    },
    [['recent_key']],
  ),
}

/** Remembers that everything the device holds of this conversation has been read. */
export async function markConversationRead(store: Store, conversationId: string): Promise<void> {
  const newest = await store.collections.messages
    .findOne({
      selector: { conversation_id: conversationId, seq: { $gt: 0 } },
      sort: [{ recent_key: 'asc' }],
    })
    .exec()
  const seq = newest?.seq ?? 0
  await writeDocument(store.collections.conversations, conversationId, (current) => {
    if (current === undefined || seq <= readSeqOf(current, store.userId)) return undefined
    return { ...current, my_read_seq: seq }
  })
}

/** A conversation as the list shows it. `partner` is null while the device does not hold the profile. */
export type ConversationItem = ConversationDocument & {
  partner_id: string
  partner: ProfileDocument | null
  unread_count: number
  last_message: MessageItem | null
}

/** The person's conversations but those with whom they block, the one that was last written in first. */
export function conversationList(store: Store): Observable<ConversationItem[]> {
  return shownConversations(store).pipe(
    switchMap((found) => {
      if (found.length === 0) return of([])
      const partners$ = documentsById(
        store.collections.profiles,
        found.map((doc) => partnerIdOf(doc, store.userId)),
      )
      const last$ = combineLatest(found.map((doc) => lastMessageOf(store, doc.id)))
      return combineLatest([partners$, last$]).pipe(
        map(([partners, last]) =>
          found.map((doc, index) => ({
            ...doc,
            partner_id: partnerIdOf(doc, store.userId),
            partner: partners.get(partnerIdOf(doc, store.userId)) ?? null,
            unread_count: unreadCountOf(doc, store.userId),
            last_message: last[index] ?? null,
          })),
        ),
      )
    }),
    map((items) => items.toSorted((a, b) => lastActivity(b) - lastActivity(a))),
  )
}

function shownConversations(store: Store): Observable<ConversationDocument[]> {
  const all$ = documents(store.collections.conversations.find({ sort: [{ recent_key: 'asc' }] }))
  return combineLatest([all$, blockedIds(store)]).pipe(
    map(([found, blocked]) =>
      blocked.size === 0 ? found : found.filter((doc) => !blocked.has(partnerIdOf(doc, store.userId))),
    ),
  )
}

/** When somebody last wrote here, ms; a message still on this device counts. */
function lastActivity(item: ConversationItem): number {
  const server = Date.parse(item.last_message_time ?? item.created_at ?? '')
  return Math.max(Number.isNaN(server) ? 0 : server, item.last_message?.sent_at ?? 0)
}

/** How many messages wait to be read, over all conversations but those with whom the person blocks. */
export function unreadMessageCount(store: Store): Observable<number> {
  return shownConversations(store).pipe(
    map((found) => found.reduce((sum, doc) => sum + unreadCountOf(doc, store.userId), 0)),
  )
}

/** Which conversation the person has with whom: partner → conversation. */
export const conversationIds = (store: Store): Observable<ReadonlyMap<string, string>> =>
  shownConversations(store).pipe(
    map((found) => new Map(found.map((doc) => [partnerIdOf(doc, store.userId), doc.id]))),
  )
