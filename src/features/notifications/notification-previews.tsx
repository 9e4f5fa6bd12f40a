import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { NOTIFICATION_PREVIEWS } from '#domain/limits.ts'
import { byImportance } from '#domain/notification.ts'
import type { AnswerConnection } from '#sync/collections/connection-answers.ts'
import { notificationWindow } from '#sync/collections/notification-list.ts'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { PAGE } from './live-notifications.ts'
import { visibleTo } from './notification-choice.ts'
import { NotificationRow } from './notification-row.tsx'

type NotificationPreviewsProps = {
  store: Store
  isPremium: boolean
  answerConnection: AnswerConnection
}

/** The most important of the newest notifications (spec §9: 3), for a screen about something else. */
export function NotificationPreviews({ store, isPremium, answerConnection }: NotificationPreviewsProps) {
  const newest$ = useMemo(() => notificationWindow(store, PAGE), [store])
  const newest = useLive(newest$, null)
  const shown = (newest?.items ?? [])
    .filter(visibleTo(isPremium))
    .toSorted(byImportance)
    .slice(0, NOTIFICATION_PREVIEWS)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="previews-heading">
      <h2 id="previews-heading" className="mb-4 text-lg">
        {COPY.title}
      </h2>
      <ul className="overflow-hidden rounded-xl border border-line bg-surface">
        {shown.map((notification) => (
          <NotificationRow
            key={notification.id}
            store={store}
            notification={notification}
            answerConnection={answerConnection}
            inDropdown
          />
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link to="/profile/notifications" search={{}}>
          {COPY.seeAll}
        </Link>
      </p>
    </section>
  )
}
