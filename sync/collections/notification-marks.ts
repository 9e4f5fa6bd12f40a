import { firstValueFrom } from 'rxjs'
import type { Store } from '../store.ts'
import { notificationList, unreadNotifications } from './notification-list.ts'
import { marksOf } from './notification-reads.ts'
import { editTime, writeDocuments } from './write.ts'

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
