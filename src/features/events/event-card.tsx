import { Link } from '@tanstack/react-router'
import type { ListedEvent } from '#domain/event.ts'
import type { ServerTime } from '#domain/server-time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { EventBadges } from './event-badges.tsx'
import { dayOf, timeRange } from './event-time.ts'

type EventCardProps = { event: ListedEvent; nowMs: ServerTime; level: 2 | 3 }

/** One event of a list; the whole card leads to it. */
export function EventCard({ event, nowMs, level }: EventCardProps) {
  const Heading = `h${level}` as const
  const { month, day, weekday } = dayOf(event.starts_at)
  return (
    <li className="relative flex gap-4 rounded-xl border border-line bg-surface p-4 focus-within:border-line-strong hover:bg-hover">
      <div
        aria-hidden="true"
        className="flex w-14 shrink-0 flex-col items-center self-start rounded-lg bg-sunken py-2 leading-tight"
      >
        <span className="text-xs text-muted">{month}</span>
        <span className="text-2xl font-bold tabular-nums">{day}</span>
        <span className="text-xs text-muted">{weekday}</span>
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1.5">
        <EventBadges event={event} nowMs={nowMs} />
        <Heading className="text-base leading-snug wrap-anywhere [word-break:auto-phrase]">
          <Link
            to="/events/$eventId"
            params={{ eventId: event.id }}
            className="text-ink no-underline after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {event.title}
          </Link>
        </Heading>
        <p className="text-sm text-muted tabular-nums">{timeRange(event, nowMs)}</p>
        <p className="flex items-start gap-1.5 text-sm text-muted">
          <Icon name={event.is_online ? 'video' : 'pin'} size={18} className="mt-0.5 shrink-0" />
          <span className="line-clamp-2 wrap-anywhere">{event.is_online ? COPY.online : event.place}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="flex min-w-0 items-center gap-2">
            <Avatar name={event.organizer.username} src={event.organizer.avatar_url} size="sm" />
            <span className="truncate">
              <span className="sr-only">{COPY.organizer} </span>
              {event.organizer.username}
            </span>
          </span>
          <span className="flex items-center gap-1.5 tabular-nums">
            <Icon name="person" size={18} />
            <span className="sr-only">{COPY.people} </span>
            {COPY.joinedOf(event.participant_count, event.capacity)}
          </span>
        </p>
      </div>
    </li>
  )
}
