import { BehaviorSubject, defer, type Observable, switchMap } from 'rxjs'
import {
  notificationList,
  type NotificationItem,
  notificationWindow,
  type NotificationWindow,
  unreadNotifications,
} from '#sync/collections/notification-list.ts'
import { oncePer } from '#platform/once-per.ts'
import type { NotificationDocument } from '#sync/collections/notifications.ts'
import type { Store } from '#sync/store.ts'

/** How many the page shows at first, and how many more each time. */
export const PAGE = 50
/** How much further back a tab looks each time that it has found too few. */
const GROWTH = 4

export type LiveNotifications = {
  all$: Observable<NotificationItem[]>
  /** Those that wait to be read, also the ones that this person may not see. */
  unread$: Observable<NotificationDocument[]>
  /** The newest: one more than a page at first, so that it is known whether there are more. */
  newest$: Observable<NotificationWindow>
  /** Lets the newest go further back, for as long as somebody looks. */
  lookBack: () => void
}

/** For the page and the bell. */
export const liveNotifications = oncePer((store: Store): LiveNotifications => {
  let limit$ = new BehaviorSubject(PAGE + 1)
  return {
    all$: notificationList(store),
    unread$: unreadNotifications(store),
    newest$: defer(() => {
      limit$ = new BehaviorSubject(PAGE + 1)
      return limit$.pipe(switchMap((limit) => notificationWindow(store, limit)))
    }),
    lookBack: () => limit$.next(limit$.value * GROWTH),
  }
})
