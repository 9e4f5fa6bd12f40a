import { filter, map, type Observable, switchMap } from 'rxjs'
import { timeOf } from '#domain/server-time.ts'
import type { NotificationDocument } from '#sync/collections/notifications.ts'
import type { Store } from '#sync/store.ts'

/** What came earlier is no news. */
const NEWS_MS = 30 * 60 * 1000

/**
 * Notifications as they arrive on this device among those that are unread, several that come together at once. Those that are here when it begins are none, nor is what an account's first
 * round brings, nor what is older than half an hour by the server's clock.
 */
export function arrivals(
  store: Store,
  unread$: Observable<NotificationDocument[]>,
): Observable<NotificationDocument[]> {
  return store.engine.arrival$.pipe(
    filter((arrival) => arrival === 'arrived'),
    switchMap(() => {
      let known: ReadonlySet<string> | null = null
      return unread$.pipe(
        map((unread) => {
          const before = known
          known = new Set([...(before ?? []), ...unread.map(({ id }) => id)])
          if (before === null) return []
          return unread.filter(
            ({ id, created_at }) => !before.has(id) && store.now() - timeOf(created_at) < NEWS_MS,
          )
        }),
      )
    }),
    filter((arrived) => arrived.length > 0),
  )
}
