import {
  combineLatest,
  distinctUntilChanged,
  firstValueFrom,
  map,
  type Observable,
  of,
  switchMap,
} from 'rxjs'
import * as v from 'valibot'
import { syncStateOf } from '../status.ts'
import type { Store } from '../store.ts'
import {
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  type SyncedDocument,
  UUID_LENGTH,
} from './definition.ts'
import { canonical, compareEpochs, withVersion } from './join.ts'
import { documents, documentsById, plain, type WithSync } from './live.ts'
import type { NotificationDocument } from './notifications.ts'
import { blockedIds } from './blocks.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'
import { editTime, writeDocuments } from './write.ts'

const time = v.optional(TimeMs, 0)
const ReadRow = v.object({
  ...SYNCED,
  id: v.string(),
  user_id: v.string(),
  is_read: v.optional(v.boolean(), false),
  read_edited_at: time,
  is_deleted: v.optional(v.boolean(), false),
  deleted_edited_at: time,
})

/**
 * What the person did about the notification of the same id. Each mark has the time of its own last edit, in ms of the corrected clock, 0 while it was
 * never set; so it can be taken back, here or on another device.
 */
export type NotificationReadDocument = v.InferOutput<typeof ReadRow>

/** The marks, as a notification and what the person did about it both carry them. */
type Marks = Pick<NotificationReadDocument, 'is_read' | 'read_edited_at' | 'is_deleted' | 'deleted_edited_at'>

const content = (doc: Marks): unknown => [
  doc.is_read,
  doc.read_edited_at,
  doc.is_deleted,
  doc.deleted_edited_at,
]

/** Each mark as it was last meant; of two at the same moment, the one that is set. */
function joinMarks(mine: Marks, theirs: Marks): Marks {
  const [read, deleted] = [
    mine.read_edited_at - theirs.read_edited_at || Number(mine.is_read) - Number(theirs.is_read),
    mine.deleted_edited_at - theirs.deleted_edited_at || Number(mine.is_deleted) - Number(theirs.is_deleted),
  ]
  return {
    is_read: (read >= 0 ? mine : theirs).is_read,
    read_edited_at: Math.max(mine.read_edited_at, theirs.read_edited_at),
    is_deleted: (deleted >= 0 ? mine : theirs).is_deleted,
    deleted_edited_at: Math.max(mine.deleted_edited_at, theirs.deleted_edited_at),
  }
}

/** Each mark by itself: the later intent wins. */
export function mergeNotificationRead(
  mine: NotificationReadDocument,
  theirs: NotificationReadDocument,
): NotificationReadDocument {
  return withVersion({ ...mine, ...joinMarks(mine, theirs) }, [mine, theirs], content)
}

export const notificationReads: CollectionDefinition<NotificationReadDocument> = {
  direction: 'push',
  whenRefused: 'drop',
  parse: rowReader(ReadRow),
  merge: mergeNotificationRead,
  toRow: ({ id, user_id, is_read, read_edited_at, is_deleted, deleted_edited_at }) => ({
    id,
    user_id,
    is_read,
    read_edited_at,
    is_deleted,
    deleted_edited_at,
  }),
  schema: defineSchema<NotificationReadDocument>('notification_reads', UUID_LENGTH, {
    user_id: anyText,
    is_read: boolean,
    read_edited_at: number,
    is_deleted: boolean,
    deleted_edited_at: number,
  }),
}

/** Marks one notification as read. Answers whether it was unread. */
export const markNotificationRead = async (store: Store, id: string): Promise<boolean> =>
  (await mark(store, [id], 'is_read', true)).length > 0

/** Marks every notification on this device as read, in one transaction. Answers the ids of those that were unread. */
export async function markAllNotificationsRead(store: Store): Promise<string[]> {
  const unread = await firstValueFrom(unreadNotifications(store))
  return mark(
    store,
    unread.map(({ id }) => id),
    'is_read',
    true,
  )
}

/** Marks these as read, in one transaction. Answers the ids of those that were unread. */
export const markNotificationsRead = (store: Store, ids: string[]): Promise<string[]> =>
  mark(store, ids, 'is_read', true)

/** Takes reading back: these are unread again, in one transaction. */
export const undoMarkNotificationsRead = async (store: Store, ids: string[]): Promise<void> =>
  void (await mark(store, ids, 'is_read', false))

/** Deletes one notification. Answers whether it was there. */
export const deleteNotification = async (store: Store, id: string): Promise<boolean> =>
  (await mark(store, [id], 'is_deleted', true)).length > 0

/** Deletes these, in one transaction. Answers the ids of those that were there. */
export const deleteNotifications = (store: Store, ids: string[]): Promise<string[]> =>
  mark(store, ids, 'is_deleted', true)

/** Deletes every notification on this device that is read, in one transaction. Answers their ids. */
export async function clearReadNotifications(store: Store): Promise<string[]> {
  const items = await firstValueFrom(notificationList(store))
  return deleteNotifications(
    store,
    items.filter((item) => item.is_read).map(({ id }) => id),
  )
}

/** Takes deletions back: these are there again, read or unread as they were. */
export const undoDeleteNotifications = async (store: Store, ids: string[]): Promise<void> =>
  void (await mark(store, ids, 'is_deleted', false))

const TIME_OF = { is_read: 'read_edited_at', is_deleted: 'deleted_edited_at' } as const

/** Answers the ids of those that were not so before. An edit is later than whatever it replaces, also when that came from another device. */
async function mark(
  store: Store,
  ids: string[],
  name: keyof typeof TIME_OF,
  value: boolean,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await store.collections.notifications.findByIds(ids).exec()
  return writeDocuments(store.collections.notification_reads, ids, (id, current) => {
    const before = marksOf(rows.get(id), current)
    if (before[name] === value) return undefined
    const after = { ...before, [name]: value, [TIME_OF[name]]: editTime(store.now(), before[TIME_OF[name]]) }
    return { sync_epoch: '', ...current, id, user_id: store.userId, row_version: 0, ...after }
  })
}

const UNTOUCHED: Marks = { is_read: false, read_edited_at: 0, is_deleted: false, deleted_edited_at: 0 }

/** Where a notification stands, by its row and by what the person did about it on this device. */
function marksOf(
  row: (Marks & SyncedDocument) | undefined,
  read: NotificationReadDocument | undefined,
): Marks {
  const known = row ?? UNTOUCHED
  const joined = read === undefined || isOvertaken(read, row) ? known : joinMarks(known, read)
  return {
    is_read: joined.is_read,
    read_edited_at: joined.read_edited_at,
    is_deleted: joined.is_deleted,
    deleted_edited_at: joined.deleted_edited_at,
  }
}

/** Did the server begin a new epoch since it had these marks? Then it has them no longer, or they came with the row. */
const isOvertaken = (read: NotificationReadDocument, row: SyncedDocument | undefined): boolean =>
  row !== undefined && read.row_version > 0 && compareEpochs(read.sync_epoch, row.sync_epoch) < 0

/**
 * Forgets what the person did about notifications as soon as the server has it and the notification itself says so, so that not every notification has two
 * documents for ever. Nothing that is shown changes by it. An edit made meanwhile has a newer revision than the one that was looked at, and stays.
 */
export async function forgetSettledReads(store: Store): Promise<void> {
  const reads = store.collections.notification_reads
  const saved = await reads.find({ selector: { row_version: { $gt: 0 } } }).exec()
  const rows = await store.collections.notifications.findByIds(saved.map(({ id }) => id)).exec()
  const settled = saved.filter((read) => {
    const row = rows.get(read.id)
    return row === undefined || canonical(content(marksOf(row, plain(read)))) === canonical(content(row))
  })
  await reads.bulkRemove(settled)
}

/** A notification as the person left it, here or on another device. `sync` is that of what they did about it. */
export type NotificationItem = WithSync<NotificationDocument>

/** What the person has not deleted, the newest first. */
export const notificationList = (store: Store): Observable<NotificationItem[]> =>
  notificationWindow(store).pipe(map(({ items }) => items))

/** The newest ones; `isWhole`: there are no older ones. */
export type NotificationWindow = { items: NotificationItem[]; isWhole: boolean }

/**
 * What the person has not deleted of the newest `limit` on this device, the newest first; all without a limit. Fewer than `limit` are the whole only where
 * `isWhole` says so.
 */
export function notificationWindow(
  store: Store,
  limit = Number.POSITIVE_INFINITY,
): Observable<NotificationWindow> {
  const query = store.collections.notifications.find({
    selector: { is_deleted: false },
    sort: [{ recent_key: 'asc' }],
    ...(limit === Number.POSITIVE_INFINITY ? {} : { limit }),
  })
  const reads$ = documents(store.collections.notification_reads.find())
  const found$ = withTakenBack(store, documents(query), reads$, limit)
  return combineLatest([found$, store.inFlight.keys$, store.outbox.parked$]).pipe(
    map(([{ rows, reads, isWhole }]) => ({
      isWhole,
      items: rows.flatMap((row) => {
        const read = reads.get(row.id)
        const marks = marksOf(row, read)
        if (marks.is_deleted) return []
        const sync = read === undefined ? 'saved' : syncStateOf(store, 'notification_reads', read)
        return [{ ...row, ...marks, sync }]
      }),
    })),
  )
}

/** How many notifications wait to be read. */
export const unreadNotificationCount = (store: Store): Observable<number> =>
  unreadNotifications(store).pipe(map((unread) => unread.length))

/** Those that wait to be read, the newest first. Whether they are read stands in what the person did, not in them. */
export function unreadNotifications(store: Store): Observable<NotificationDocument[]> {
  const unread$ = documents(
    store.collections.notifications.find({ selector: { is_deleted: false, is_read: false } }),
  )
  const reads$ = documents(store.collections.notification_reads.find())
  return withTakenBack(store, unread$, reads$).pipe(
    map(({ rows, reads }) =>
      rows.filter((row) => {
        const { is_read, is_deleted } = marksOf(row, reads.get(row.id))
        return !is_read && !is_deleted
      }),
    ),
  )
}

type Found = {
  rows: NotificationDocument[]
  reads: Map<string, NotificationReadDocument>
  isWhole: boolean
}

/**
 * The rows but those of senders whom the person blocks, and beside them those that a mark taken back on this device may bring among them; the newest first. When there are `limit` rows, what is older than
 * the last of them has no place yet.
 */
function withTakenBack(
  store: Store,
  rows$: Observable<NotificationDocument[]>,
  reads$: Observable<NotificationReadDocument[]>,
  limit = Number.POSITIVE_INFINITY,
): Observable<Found> {
  const takenBack$ = reads$.pipe(
    map((reads) => reads.filter(isTakenBack).map(({ id }) => id)),
    distinctUntilChanged((a, b) => a.length === b.length && a.every((id, index) => id === b[index])),
    switchMap((ids) => (ids.length === 0 ? of(NONE) : documentsById(store.collections.notifications, ids))),
  )
  return combineLatest([rows$, takenBack$, reads$, blockedIds(store)]).pipe(
    map(([rows, takenBack, reads, blocked]) => {
      const known = new Set(rows.map(({ id }) => id))
      const isWhole = rows.length < limit
      const oldest = rows.at(-1)?.recent_key ?? ''
      const added = [...takenBack.values()].filter(
        ({ id, recent_key }) => !known.has(id) && (isWhole || recent_key < oldest),
      )
      const all = added.length === 0 ? rows : [...rows, ...added].toSorted(newestFirst)
      return {
        rows: blocked.size === 0 ? all : all.filter(({ sender_id }) => !blocked.has(sender_id ?? '')),
        reads: new Map(reads.map((read) => [read.id, read])),
        isWhole,
      }
    }),
  )
}

const NONE: ReadonlyMap<string, NotificationDocument> = new Map()

const isTakenBack = (read: NotificationReadDocument): boolean =>
  (!read.is_read && read.read_edited_at > 0) || (!read.is_deleted && read.deleted_edited_at > 0)

const newestFirst = (a: NotificationDocument, b: NotificationDocument): number =>
  a.recent_key < b.recent_key ? -1 : 1
