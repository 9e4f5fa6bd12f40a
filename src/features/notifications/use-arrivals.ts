import { useEffect } from 'react'
import { shareReplay } from 'rxjs'
import { showAppBadge } from '#platform/app-badge.ts'
import { unreadNotifications } from '#sync/collections/notification-list.ts'
import type { NotificationDocument } from '#sync/collections/notifications.ts'
import type { Store } from '#sync/store.ts'
import { announce } from './announce.ts'
import { arrivals } from './arrivals.ts'
import { visibleTo } from './notification-choice.ts'

/** What the page does when notifications arrive: event and title; and the number on the app's icon. `heard` gets them; the same function from render to render. */
export function useArrivals(
  store: Store | null,
  isPremium: boolean,
  heard: (arrived: NotificationDocument[]) => void,
): void {
  useEffect(() => {
    if (!store) return
    const unread$ = unreadNotifications(store).pipe(shareReplay({ bufferSize: 1, refCount: true }))
    const arriving = arrivals(store, unread$).subscribe((arrived) => {
      const seen = arrived.filter(visibleTo(isPremium))
      if (seen.length === 0) return
      announce(seen.map(({ id }) => id))
      heard(seen)
    })
    const counting = unread$.subscribe((unread) => showAppBadge(unread.length))
    return () => {
      arriving.unsubscribe()
      counting.unsubscribe()
    }
  }, [store, isPremium, heard])
}
