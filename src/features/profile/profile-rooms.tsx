import { Link, type LinkProps } from '@tanstack/react-router'
import { useMemo } from 'react'
import { unreadMessageCount } from '#sync/collections/conversations.ts'
import { unreadNotificationCount } from '#sync/collections/notification-list.ts'
import { attentionCount } from '#sync/outbox/conflicts.ts'
import type { Store } from '#sync/store.ts'
import { BADGE_MAX } from '#domain/limits.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'

type Counted = 'messages' | 'notifications' | 'sync'
type Room = { to: NonNullable<LinkProps['to']>; label: string; icon: IconName; counts?: Counted }

const FIRST: Room[] = [
  { to: '/messages', label: COPY.messages, icon: 'chat', counts: 'messages' },
  { to: '/profile/notifications', label: COPY.notifications, icon: 'bell', counts: 'notifications' },
  { to: '/premium', label: COPY.premiumRoom, icon: 'crown' },
]
const GROUPS: { title: string; rooms: Room[] }[] = [
  {
    title: COPY.roomsOfVideos,
    rooms: [
      { to: '/profile/favorites', label: COPY.favorites, icon: 'heart' },
      { to: '/profile/reviews', label: COPY.reviews, icon: 'star' },
      { to: '/profile/history', label: COPY.history, icon: 'history' },
    ],
  },
  {
    title: COPY.roomsOfPeople,
    rooms: [
      { to: '/matching', label: COPY.matching, icon: 'sparkle' },
      { to: '/profile/incoming-likes', label: COPY.incomingLikes, icon: 'personPlus' },
      { to: '/profile/liked-users', label: COPY.likedUsers, icon: 'send' },
      { to: '/profile/match-history', label: COPY.matchHistory, icon: 'clock' },
      { to: '/profile/matching', label: COPY.matchingSettings, icon: 'search' },
      { to: '/profile/blocked', label: COPY.blocked, icon: 'shield' },
    ],
  },
  {
    title: COPY.roomsOfSettings,
    rooms: [
      { to: '/profile/notification-settings', label: COPY.notificationSettings, icon: 'device' },
      { to: '/profile/verification', label: COPY.verification, icon: 'checkCircle' },
      { to: '/profile/sync', label: COPY.sync, icon: 'refresh', counts: 'sync' },
      { to: '/profile/settings', label: COPY.settings, icon: 'gear' },
    ],
  },
]

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
    <nav aria-label={COPY.rooms} className="grid gap-5">
      <RoomList rooms={FIRST} waiting={waiting} />
      {GROUPS.map(({ title, rooms }) => (
        <div key={title} className="grid gap-2">
          <h2 className="px-1 text-sm text-muted lg:px-3">{title}</h2>
          <RoomList title={title} rooms={rooms} waiting={waiting} />
        </div>
      ))}
    </nav>
  )
}

type RoomListProps = { title?: string; rooms: Room[]; waiting: Record<Counted, number> }

function RoomList({ title, rooms, waiting }: RoomListProps) {
  return (
    <ul
      aria-label={title}
      className="overflow-hidden rounded-xl border border-line bg-surface lg:overflow-visible lg:border-0 lg:bg-transparent"
    >
      {rooms.map(({ to, label, icon, counts }) => (
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
  )
}
