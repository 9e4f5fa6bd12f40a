import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { unreadMessageCount } from '#sync/collections/conversations.ts'
import { unreadNotificationCount } from '#sync/collections/notification-reads.ts'
import { attentionCount } from '#sync/outbox/conflicts.ts'
import type { Store } from '#sync/store.ts'
import { BADGE_MAX } from '#domain/limits.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'

const ROOMS = [
  { to: '/profile/favorites', label: COPY.favorites, icon: 'heart', counts: null },
  { to: '/profile/reviews', label: COPY.reviews, icon: 'star', counts: null },
  { to: '/profile/history', label: COPY.history, icon: 'history', counts: null },
  { to: '/matching', label: COPY.matching, icon: 'sparkle', counts: null },
  { to: '/profile/incoming-likes', label: COPY.incomingLikes, icon: 'heart', counts: null },
  { to: '/profile/liked-users', label: COPY.likedUsers, icon: 'heart', counts: null },
  { to: '/profile/match-history', label: COPY.matchHistory, icon: 'history', counts: null },
  { to: '/profile/matching', label: COPY.matchingSettings, icon: 'gear', counts: null },
  { to: '/messages', label: COPY.messages, icon: 'chat', counts: 'messages' },
  { to: '/profile/notifications', label: COPY.notifications, icon: 'bell', counts: 'notifications' },
  { to: '/profile/notification-settings', label: COPY.notificationSettings, icon: 'bell', counts: null },
  { to: '/profile/verification', label: COPY.verification, icon: 'checkCircle', counts: null },
  { to: '/profile/blocked', label: COPY.blocked, icon: 'shield', counts: null },
  { to: '/profile/sync', label: COPY.sync, icon: 'refresh', counts: 'sync' },
  { to: '/profile/settings', label: COPY.settings, icon: 'gear', counts: null },
] as const satisfies { to: string; label: string; icon: IconName; counts: string | null }[]

const SAID = { messages: 'unread', notifications: 'unread', sync: 'attention' } as const

/** The way to everything one owns, with what waits there. */
export function ProfileRooms({ store }: { store: Store | null }) {
  const messages$ = useMemo(() => store && unreadMessageCount(store), [store])
  const notifications$ = useMemo(() => store && unreadNotificationCount(store), [store])
  const attention$ = useMemo(() => store && attentionCount(store), [store])
  const waiting = {
    messages: useLive(messages$, 0),
    notifications: useLive(notifications$, 0),
    sync: useLive(attention$, 0),
  }
  return (
    <nav aria-label={COPY.rooms}>
      <ul className="overflow-hidden rounded-xl border border-line bg-surface lg:overflow-visible lg:border-0 lg:bg-transparent">
        {ROOMS.map(({ to, label, icon, counts }) => (
          <li key={to} className="border-b border-line last:border-0 lg:border-0">
            <Link
              to={to}
              className="flex min-h-13 items-center gap-3.5 px-4 text-ink no-underline -outline-offset-3 transition-colors hover:bg-hover lg:min-h-10 lg:rounded-md lg:px-3 lg:text-sm"
            >
              <Icon name={icon} size={20} className="text-muted" />
              <span className="flex-1">{label}</span>
              {counts && waiting[counts] > 0 && (
                <CountBadge
                  text={waiting[counts] > BADGE_MAX ? `${BADGE_MAX}+` : String(waiting[counts])}
                  said={COPY[SAID[counts]](waiting[counts])}
                />
              )}
              <Icon name="chevronRight" size={18} className="text-muted lg:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
