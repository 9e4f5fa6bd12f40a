import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SeenEvent } from '#domain/event.ts'
import { isWebAddress } from '#domain/profile.ts'
import type { ServerTime } from '#domain/server-time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { rangeInJapan, timeRange } from './event-time.ts'

type EventFactsProps = { event: SeenEvent; isOpen: boolean; nowMs: ServerTime }

/** When, where, how many and whose. */
export function EventFacts({ event, isOpen, nowMs }: EventFactsProps) {
  const inJapan = rangeInJapan(event)
  const left = event.capacity === null ? null : event.capacity - event.participant_count
  return (
    <dl className="divide-y divide-line rounded-xl border border-line bg-surface px-4">
      <Fact icon="clock" term={COPY.when}>
        <span className="font-bold tabular-nums">{timeRange(event, nowMs)}</span>
        {inJapan !== null && <span className="block text-sm text-muted">{COPY.inJapan(inJapan)}</span>}
      </Fact>
      <Fact icon={event.is_online ? 'video' : 'pin'} term={COPY.where}>
        {event.is_online ? <Online event={event} isOpen={isOpen} /> : event.place}
      </Fact>
      <Fact icon="person" term={COPY.people}>
        <span className="tabular-nums">{COPY.joinedOf(event.participant_count, event.capacity)}</span>
        {isOpen && left !== null && left > 0 && (
          <span className="ms-2 text-sm text-muted">{COPY.places(left)}</span>
        )}
        {event.capacity === null && <span className="ms-2 text-sm text-muted">{COPY.unlimited}</span>}
      </Fact>
      <Fact icon="shield" term={COPY.organizer}>
        <Link
          to="/profile/$personId"
          params={{ personId: event.organizer.id }}
          className="inline-flex min-h-6 items-center gap-2 wrap-anywhere underline"
        >
          <Avatar name={event.organizer.username} src={event.organizer.avatar_url} size="sm" />
          {event.organizer.username}
        </Link>
      </Fact>
    </dl>
  )
}

function Fact({ icon, term, children }: { icon: IconName; term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1 py-3">
      <dt className="flex basis-24 items-start gap-2 text-sm text-muted">
        <Icon name={icon} size={18} className="mt-0.5 shrink-0" />
        {term}
      </dt>
      <dd className="min-w-0 flex-1 basis-32 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Online({ event: { url, role }, isOpen }: { event: SeenEvent; isOpen: boolean }) {
  const knows = role !== 'none'
  return (
    <>
      {COPY.online}
      {url !== null && isWebAddress(url) ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="mt-1 block text-sm wrap-anywhere underline"
        >
          {url}
        </a>
      ) : (
        isOpen && (
          <span className="mt-1 block text-sm text-muted [word-break:auto-phrase]">
            {knows ? COPY.linkLater : COPY.linkAfterJoining}
          </span>
        )
      )}
    </>
  )
}
