import * as v from 'valibot'
import { anyText, boolean, type CollectionDefinition, defineSchema, UUID_LENGTH } from './definition.ts'
import { canonical, withVersion } from './join.ts'
import { rowReader, SYNCED } from './row.ts'
import { combineLatest, firstValueFrom, map, type Observable } from 'rxjs'
import { syncStateOf } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import type { NotificationDocument } from './notifications.ts'
import { writeDocument } from './write.ts'

const ReadRow = v.object({
  ...SYNCED,
  id: v.string(),
  user_id: v.string(),
  is_read: v.optional(v.boolean(), false),
  is_deleted: v.optional(v.boolean(), false),
})

/** What the person did about the notification of the same id. Both flags only ever go from false to true. */
export type NotificationReadDocument = v.InferOutput<typeof ReadRow>

const content = (doc: NotificationReadDocument): unknown => [doc.is_read, doc.is_deleted]

/** Read or deleted anywhere is read or deleted everywhere. */
export function mergeNotificationRead(
  mine: NotificationReadDocument,
  theirs: NotificationReadDocument,
): NotificationReadDocument {
  const joined = {
    ...mine,
    is_read: mine.is_read || theirs.is_read,
    is_deleted: mine.is_deleted || theirs.is_deleted,
  }
  return withVersion(joined, [mine, theirs], content)
}

export const notificationReads: CollectionDefinition<NotificationReadDocument> = {
  direction: 'push',
  whenRefused: 'drop',
  parse: rowReader(ReadRow),
  merge: mergeNotificationRead,
  toRow: ({ id, user_id, is_read, is_deleted }) => ({ id, user_id, is_read, is_deleted }),
  schema: defineSchema<NotificationReadDocument>('notification_reads', UUID_LENGTH, {
    user_id: anyText,
    is_read: boolean,
    is_deleted: boolean,
  }),
}

/** Marks one notification as read. */
export const markNotificationRead = (store: Store, id: string): Promise<void> =>
  mark(store, id, { is_read: true })

/** Deletes one notification. */
export const deleteNotification = (store: Store, id: string): Promise<void> =>
  mark(store, id, { is_deleted: true })

/** Marks every notification on this device as read. */
export async function markAllNotificationsRead(store: Store): Promise<void> {
  const unread = (await firstValueFrom(notificationList(store))).filter((item) => !item.is_read)
  await Promise.all(unread.map((item) => markNotificationRead(store, item.id)))
}

function mark(store: Store, id: string, flags: { is_read?: true; is_deleted?: true }): Promise<void> {
  return writeDocument(store.collections.notification_reads, id, (current) => {
    const before = current ?? {
      id,
      user_id: store.userId,
      is_read: false,
      is_deleted: false,
      row_version: 0,
      sync_epoch: '',
    }
    const after = { ...before, ...flags }
    return current !== undefined && canonical(content(after)) === canonical(content(before))
      ? undefined
      : after
  })
}

/** A notification as the person left it: read here or on another device. `sync` is that of what they did about it. */
export type NotificationItem = WithSync<NotificationDocument>

/** What the person has not deleted, the newest first. */
export function notificationList(store: Store): Observable<NotificationItem[]> {
  const rows$ = documents(
    store.collections.notifications.find({ selector: { is_deleted: false }, sort: [{ recent_key: 'asc' }] }),
  )
  const reads$ = documents(store.collections.notification_reads.find())
  return combineLatest([rows$, reads$, store.inFlight.keys$, store.outbox.parked$]).pipe(
    map(([rows, reads]) => {
      const byId = new Map(reads.map((read) => [read.id, read]))
      return rows.flatMap((row) => {
        const read = byId.get(row.id)
        if (read?.is_deleted === true) return []
        const sync = read === undefined ? 'saved' : syncStateOf(store, 'notification_reads', read)
        return [{ ...row, is_read: row.is_read || read?.is_read === true, sync }]
      })
    }),
  )
}

/** How many notifications wait to be read. */
export function unreadNotificationCount(store: Store): Observable<number> {
  const unread$ = documents(
    store.collections.notifications.find({ selector: { is_deleted: false, is_read: false } }),
  )
  const reads$ = documents(store.collections.notification_reads.find())
  return combineLatest([unread$, reads$]).pipe(
    map(([unread, reads]) => {
      const done = new Set(reads.filter((read) => read.is_read || read.is_deleted).map(({ id }) => id))
      return unread.filter(({ id }) => !done.has(id)).length
    }),
  )
}
