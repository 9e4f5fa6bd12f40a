import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { NotificationItem } from '#sync/collections/notification-reads.ts'
import { stillArriving } from '#sync/status.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useLive } from '#ui/use-live.ts'
import type { AnswerConnection } from './answer-connection.ts'
import { COPY } from './copy.ts'
import { liveNotifications } from './live-notifications.ts'
import { NoNotifications } from './no-notifications.tsx'
import { readAll } from './notification-actions.ts'
import { chosenBy, type NotificationFilter } from './notification-choice.ts'
import { NotificationGroups } from './notification-groups.tsx'
import { NotificationSkeletons } from './notification-skeletons.tsx'

const SKELETONS = 6

type NotificationsScreenProps = {
  store: Store | null
  isPremium: boolean
  filter: 'premium' | undefined
  answerConnection: AnswerConnection
}

/** /profile/notifications: everything the device holds, by day, the newest first. */
export function NotificationsScreen({
  store,
  isPremium,
  filter: asked,
  answerConnection,
}: NotificationsScreenProps) {
  usePageTitle(COPY.title)
  const all = useLive<NotificationItem[] | null>(store && liveNotifications(store), null)
  const arriving$ = useMemo(() => store && stillArriving(store), [store])
  const arriving = useLive(arriving$, true)
  const { filter, choose } = useFilter(asked)
  const title = useRef<HTMLHeadingElement>(null)

  const unread = all ? chosenBy('unread', all, isPremium).length : 0
  const tabs = [
    { key: 'all', label: COPY.tabs.all } as const,
    { key: 'unread', label: COPY.tabs.unread, ...(unread > 0 && { count: unread }) } as const,
    ...(isPremium || filter === 'premium' ? [{ key: 'premium', label: COPY.tabs.premium } as const] : []),
  ]
  const items = all && chosenBy(filter, all, isPremium)
  return (
    <div className="max-w-3xl">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 ref={title} tabIndex={-1} className="text-2xl outline-none">
          {COPY.title}
        </h1>
        {store && unread > 0 && (
          <Button
            size="sm"
            onClick={() => {
              // The button goes once there is nothing to read: the focus stays on the page.
              title.current?.focus()
              void readAll(store)
            }}
          >
            {COPY.markAllRead}
          </Button>
        )}
      </div>
      <Tabs label={COPY.list} tabs={tabs} active={filter} onChange={choose}>
        {!store || !items || (all?.length === 0 && arriving) ? (
          <NotificationSkeletons count={SKELETONS} />
        ) : items.length === 0 ? (
          <NoNotifications filter={filter} isPremium={isPremium} showAll={() => choose('all')} />
        ) : (
          <NotificationGroups key={filter} store={store} items={items} answerConnection={answerConnection} />
        )}
      </Tabs>
    </div>
  )
}

/** The address tells the premium filter, so that it can be linked to; the other tabs are of the moment. */
function useFilter(asked: 'premium' | undefined) {
  const navigate = useNavigate()
  const [unreadOnly, setUnreadOnly] = useState(false)
  const filter: NotificationFilter = asked ?? (unreadOnly ? 'unread' : 'all')
  const choose = (next: NotificationFilter) => {
    setUnreadOnly(next === 'unread')
    const search = next === 'premium' ? { filter: next } : {}
    if ((next === 'premium') !== (asked === 'premium'))
      void navigate({ to: '/profile/notifications', search, replace: true })
  }
  return { filter, choose }
}
