import type { Observable } from 'rxjs'
import { notificationList, type NotificationItem } from '#sync/collections/notification-reads.ts'
import type { Store } from '#sync/store.ts'

const lists = new WeakMap<Store, Observable<NotificationItem[]>>()

/** The same source for the same store, so that the page and the bell paint at once what they showed before. */
export function liveNotifications(store: Store): Observable<NotificationItem[]> {
  const known = lists.get(store)
  if (known) return known
  const list = notificationList(store)
  lists.set(store, list)
  return list
}
