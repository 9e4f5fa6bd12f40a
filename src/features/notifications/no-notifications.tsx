import { Link } from '@tanstack/react-router'
import type { NotificationType } from '#domain/notification.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { COPY, TYPE_ICONS, TYPE_NAMES } from './copy.ts'
import type { NotificationFilter } from './notification-choice.ts'

type NoNotificationsProps = {
  filter: NotificationFilter
  type: NotificationType | null
  isPremium: boolean
  showAll: () => void
}

/** Why a tab is empty, and where to go from there. */
export function NoNotifications({ filter, type, isPremium, showAll }: NoNotificationsProps) {
  const back = <Button onClick={showAll}>{COPY.showAll}</Button>
  if (type !== null && !(filter === 'premium' && !isPremium))
    return (
      <EmptyState
        icon={TYPE_ICONS[type]}
        title={COPY.emptyType(TYPE_NAMES[type])}
        body={COPY.emptyUnreadBody}
        action={back}
      />
    )
  if (filter === 'unread')
    return (
      <EmptyState icon="checkCircle" title={COPY.emptyUnread} body={COPY.emptyUnreadBody} action={back} />
    )
  if (filter === 'premium')
    return (
      <EmptyState
        icon="crown"
        title={isPremium ? COPY.emptyPremium : COPY.premiumOnly}
        body={isPremium ? COPY.emptyPremiumBody : COPY.premiumOnlyBody}
        action={back}
      />
    )
  return (
    <EmptyState
      icon="bell"
      title={COPY.empty}
      body={COPY.emptyBody}
      action={
        <Link to="/search" className={buttonClass({ variant: 'primary' })}>
          {COPY.findVideos}
        </Link>
      }
    />
  )
}
