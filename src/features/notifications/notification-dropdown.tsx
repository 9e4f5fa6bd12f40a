import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { UPSELL_AFTER_OPENINGS } from '#domain/limits.ts'
import type { NotificationItem } from '#sync/collections/notification-list.ts'
import type { Store } from '#sync/store.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useLive } from '#ui/use-live.ts'
import type { AnswerConnection } from '#sync/collections/connection-answers.ts'
import { COPY } from './copy.ts'
import { DropdownActions } from './dropdown-actions.tsx'
import { liveNotifications } from './live-notifications.ts'
import { readAll } from './notification-actions.ts'
import { chosenBy, dropdownChoice } from './notification-choice.ts'
import { NotificationRow } from './notification-row.tsx'
import { NotificationSkeletons } from './notification-skeletons.tsx'
import { PremiumBenefits } from './premium-benefits.tsx'

const SKELETONS = 3

type NotificationDropdownProps = {
  store: Store
  isPremium: boolean
  answerConnection: AnswerConnection
  unread: number
  /** How many the server keeps for premium people only; null while it has not said. */
  premiumOnly?: number | null
  /** How often the dropdown was opened. */
  openings?: number
  close: () => void
}

/** What the bell opens: the most important first. */
export function NotificationDropdown({
  store,
  isPremium,
  answerConnection,
  unread,
  premiumOnly = null,
  openings = 0,
  close,
}: NotificationDropdownProps) {
  const all = useLive<NotificationItem[] | null>(liveNotifications(store).all$, null)
  // What is read while the dropdown is open keeps its place: nothing moves under the finger
  const [unreadIds, setUnreadIds] = useState<ReadonlySet<string>>(new Set())
  const arrived = (all ?? []).filter(({ id, is_read }) => !is_read && !unreadIds.has(id))
  if (arrived.length > 0) setUnreadIds(new Set([...unreadIds, ...arrived.map(({ id }) => id)]))
  const title = useRef<HTMLHeadingElement>(null)
  const shown = all && dropdownChoice(all, isPremium, unreadIds)
  const others = chosenBy('unread', all ?? [], isPremium).filter((item) => !shown?.includes(item)).length
  const onDevice = all ? chosenBy('premium', all, isPremium).length : 0
  const premiumCount = isPremium ? onDevice : (premiumOnly ?? 0)
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>((shown ?? []).map(({ id }) => id).join())
  return (
    <>
      <div className="sticky top-0 z-2 flex min-h-13 items-center justify-between gap-3 border-b border-line bg-surface ps-4 pe-2">
        <h2 ref={title} tabIndex={-1} className="text-base outline-none">
          {COPY.title}
        </h2>
        {unread > 0 && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              // The button goes once there is nothing to read: the focus stays in the dropdown.
              title.current?.focus()
              void readAll(store)
            }}
          >
            {COPY.markAllRead}
          </Button>
        )}
      </div>
      <div ref={listRef} tabIndex={-1} className="outline-none">
        {shown === null && <NotificationSkeletons count={SKELETONS} />}
        {shown?.length === 0 && <Nothing others={(all?.length ?? 0) > 0} />}
        {shown && shown.length > 0 && (
          <ul aria-label={COPY.list}>
            {shown.map((notification, index) => (
              <NotificationRow
                key={notification.id}
                store={store}
                notification={notification}
                answerConnection={answerConnection}
                inDropdown
                actions={
                  <DropdownActions
                    store={store}
                    item={notification}
                    leaving={() => removing(index)}
                    onFollow={close}
                  />
                }
                onFollow={close}
              />
            ))}
          </ul>
        )}
      </div>
      {!isPremium && openings >= UPSELL_AFTER_OPENINGS && <PremiumBenefits onFollow={close} />}
      <div className="sticky bottom-0 z-2 grid gap-1 border-t border-line bg-surface p-2">
        {premiumCount > 0 && (
          <Link
            to="/profile/notifications"
            search={{ filter: 'premium' }}
            onClick={close}
            className={buttonClass({ variant: 'quiet', size: 'sm', wide: true })}
          >
            {COPY.premiumCount(premiumCount)}
          </Link>
        )}
        <Link
          to="/profile/notifications"
          search={{}}
          onClick={close}
          className={buttonClass({ variant: 'quiet', size: 'sm', wide: true })}
        >
          {others > 0 ? COPY.seeUnread(others) : COPY.seeAll}
        </Link>
      </div>
    </>
  )
}

/** `others`: there are notifications that only the page shows. */
function Nothing({ others }: { others: boolean }) {
  return (
    <div className="px-4 py-10 text-center text-sm">
      <p>{others ? COPY.emptyImportant : COPY.empty}</p>
      <p className="mt-1 text-muted">{others ? COPY.emptyImportantBody : COPY.emptyBody}</p>
    </div>
  )
}
