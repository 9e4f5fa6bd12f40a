import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { NotificationType } from '#domain/notification.ts'
import type { NotificationDocument } from '#sync/collections/notifications.ts'
import type { Arrival } from '#sync/engine-state.ts'
import type { Store } from '#sync/store.ts'
import { NotArrived } from '#ui/not-arrived.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useLive } from '#ui/use-live.ts'
import type { AnswerConnection } from '#sync/collections/connection-answers.ts'
import { COPY } from './copy.ts'
import { liveNotifications } from './live-notifications.ts'
import { LoadFailure } from './load-failure.tsx'
import { NoNotifications } from './no-notifications.tsx'
import { type NotificationFilter, visibleTo } from './notification-choice.ts'
import { NotificationGroups } from './notification-groups.tsx'
import { NotificationSkeletons } from './notification-skeletons.tsx'
import { NotificationTools } from './notification-tools.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useListedNotifications } from './use-listed-notifications.ts'
import { useSelection } from './use-selection.ts'

const SKELETONS = 6
const NONE: NotificationDocument[] = []

type NotificationsScreenProps = {
  store: Store | null
  /** The device's database could not be opened. */
  failed?: boolean
  isPremium: boolean
  filter: 'premium' | undefined
  answerConnection: AnswerConnection
}

/** /profile/notifications: what the device holds, by day, the newest first, page by page. */
export function NotificationsScreen(props: NotificationsScreenProps) {
  const { store, failed = false, isPremium, filter: asked, answerConnection } = props
  usePageTitle(COPY.title)
  const arrival = useLive<Arrival>(store && store.engine.arrival$, 'arriving')
  const { filter, choose } = useFilter(asked)
  const [type, setType] = useState<NotificationType | null>(null)
  const { items, isEmpty, showMore } = useListedNotifications(store, filter, type, isPremium)
  const selection = useSelection(items)
  const waiting = useLive(store && liveNotifications(store).unread$, NONE)
  const title = useRef<HTMLHeadingElement>(null)

  const unread = waiting.filter(visibleTo(isPremium)).length
  const tabs = [
    { key: 'all', label: COPY.tabs.all } as const,
    { key: 'unread', label: COPY.tabs.unread, ...(unread > 0 && { count: unread }) } as const,
    ...(isPremium || filter === 'premium' ? [{ key: 'premium', label: COPY.tabs.premium } as const] : []),
  ]
  return (
    <div className="max-w-3xl">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 ref={title} tabIndex={-1} className="text-2xl outline-none">
          {COPY.title}
        </h1>
        {!failed && !isEmpty && (
          <NotificationTools
            store={store}
            unread={unread}
            type={type}
            onType={setType}
            selecting={selection.on}
            select={selection.start}
            // A button with nothing to do any more loses the focus: it stays on the page
            done={() => title.current?.focus()}
          />
        )}
      </div>
      <Tabs label={COPY.list} tabs={tabs} active={filter} onChange={choose}>
        {failed ? (
          <LoadFailure />
        ) : !store || !items || (isEmpty && arrival === 'arriving') ? (
          <NotificationSkeletons count={SKELETONS} />
        ) : isEmpty && arrival === 'absent' ? (
          <NotArrived />
        ) : items.length === 0 ? (
          <NoNotifications
            filter={filter}
            type={type}
            isPremium={isPremium}
            showAll={() => {
              setType(null)
              choose('all')
            }}
          />
        ) : (
          <NotificationGroups
            key={filter}
            store={store}
            items={items}
            showMore={showMore}
            answerConnection={answerConnection}
            selection={selection}
          />
        )}
      </Tabs>
      {store && selection.on && (
        <SelectionBar store={store} selection={selection} done={() => title.current?.focus()} />
      )}
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
