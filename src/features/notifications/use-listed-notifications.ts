import { useEffect, useState } from 'react'
import type { NotificationType } from '#domain/notification.ts'
import type { NotificationItem, NotificationWindow } from '#sync/collections/notification-list.ts'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'
import { liveNotifications, PAGE } from './live-notifications.ts'
import { chosenBy, type NotificationFilter } from './notification-choice.ts'

type Listed = {
  /** null while it is not known yet. */
  items: NotificationItem[] | null
  /** The device holds no notifications at all. */
  isEmpty: boolean
  /** undefined when there are no more. */
  showMore: (() => void) | undefined
}

/** The newest notifications of a tab, of one type if one is named, page by page. Only as much is read as is needed to find them. */
export function useListedNotifications(
  store: Store | null,
  filter: NotificationFilter,
  type: NotificationType | null,
  isPremium: boolean,
): Listed {
  const live = store && liveNotifications(store)
  const found = useLive<NotificationWindow | null>(live && live.newest$, null)
  const [asked, setAsked] = useState({ filter, type, count: PAGE })
  const count = asked.filter === filter && asked.type === type ? asked.count : PAGE
  const chosen = found && chosenBy(filter, found.items, isPremium, type)
  const isShort = found !== null && !found.isWhole && (chosen?.length ?? 0) <= count
  useEffect(() => {
    if (isShort) live?.lookBack()
  }, [isShort, found, live])
  return {
    items: chosen && (chosen.length > 0 || !isShort) ? chosen.slice(0, count) : null,
    isEmpty: found !== null && found.isWhole && found.items.length === 0,
    showMore:
      (chosen?.length ?? 0) > count || isShort
        ? () => setAsked({ filter, type, count: count + PAGE })
        : undefined,
  }
}
