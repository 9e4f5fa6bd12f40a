import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { COPY } from './copy.ts'
import type { NotificationFilter } from './notification-choice.ts'

type NoNotificationsProps = { filter: NotificationFilter; isPremium: boolean; showAll: () => void }

/** Why a tab is empty, and where to go from there. */
export function NoNotifications({ filter, isPremium, showAll }: NoNotificationsProps) {
  const back = <Button onClick={showAll}>{COPY.showAll}</Button>
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
