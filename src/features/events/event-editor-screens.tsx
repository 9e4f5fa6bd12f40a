import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { phaseOf, type EventResult, type GivenEvent, type SeenEvent } from '#domain/event.ts'
import { serverNow } from '#platform/clock.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useLoaded, type Ask, type KeptAsk } from '#ui/use-loaded.ts'
import { showToast } from '#ui/toast-list.ts'
import { COPY } from './copy.ts'
import type { EventDraft } from './draft.ts'
import { EventForm } from './event-form.tsx'
import { MissingEvent, Unreachable } from './event-screen.tsx'
import { EventSkeleton } from './event-skeletons.tsx'
import { localTime } from './event-time.ts'

type Editing = {
  userId: string
  online: boolean
  save: (event: GivenEvent) => Promise<EventResult>
  /** Leads to the event, away from this screen for good. */
  toEvent: (id: string) => void
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Tomorrow at the next full hour, for two hours. */
function emptyDraft(nowMs: number): EventDraft {
  const starts = Math.ceil((nowMs + DAY_MS) / HOUR_MS) * HOUR_MS
  return {
    id: null,
    title: '',
    description: '',
    isOnline: false,
    place: '',
    url: '',
    starts: localTime(starts),
    ends: localTime(starts + 2 * HOUR_MS),
    capacity: '',
    seenAt: null,
  }
}

/** /events/new */
export function NewEventScreen({ userId, online, save, toEvent }: Editing) {
  usePageTitle(COPY.newTitle)
  const [initial] = useState(() => emptyDraft(serverNow()))
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-6 text-2xl">{COPY.newTitle}</h1>
      <EventForm
        userId={userId}
        event={null}
        initial={initial}
        online={online}
        save={save}
        onSaved={(id) => {
          showToast({ kind: 'success', message: COPY.opened })
          toEvent(id)
        }}
      />
    </div>
  )
}

/** /events/{id}/edit: for the organizer; others are told whose it is. With a connection it is read anew before it is changed: an older answer would take back what was changed elsewhere. */
export function EditEventScreen({
  load,
  ...editing
}: Editing & { load: KeptAsk<{ event: SeenEvent | null }> }) {
  const [ask] = useState<Ask<{ event: SeenEvent | null }>>(() => (editing.online ? () => load() : load))
  const { value, failed, looking, reload } = useLoaded(ask, editing.online)
  /** What the person wants no more, since it has changed elsewhere. */
  const [outdated, setOutdated] = useState<SeenEvent | null>(null)
  usePageTitle(COPY.editTitle)
  if (value === null || (outdated !== null && value.event === outdated)) {
    return looking || (editing.online && !failed) ? (
      <EventSkeleton />
    ) : (
      <Unreachable online={editing.online} onRetry={reload} />
    )
  }
  const { event } = value
  if (event === null) return <MissingEvent />
  const phase = phaseOf(event, serverNow())
  if (event.role !== 'organizer') return <Closed event={event} title={COPY.notYours} />
  if (phase === 'cancelled' || phase === 'over')
    return <Closed event={event} title={COPY.closed} body={COPY.closedBody} />
  const takeNewest = (): void => {
    setOutdated(event)
    reload()
  }
  return (
    <EditForm
      key={`${event.id} ${outdated?.updated_at}`}
      event={event}
      onTakeNewest={takeNewest}
      {...editing}
    />
  )
}

type EditFormProps = Editing & { event: SeenEvent; onTakeNewest: () => void }

function EditForm({ event, userId, online, save, toEvent, onTakeNewest }: EditFormProps) {
  // As it was read first: what is read again behind somebody who types takes nothing from them
  const [initial] = useState(() => draftOf(event))
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-6 text-2xl">{COPY.editTitle}</h1>
      <EventForm
        userId={userId}
        event={{
          id: event.id,
          startsAt: wholeMinute(event.starts_at),
          participants: event.participant_count,
        }}
        initial={initial}
        online={online}
        save={save}
        onTakeNewest={onTakeNewest}
        onSaved={(id) => {
          showToast({ kind: 'success', message: COPY.saved })
          toEvent(id)
        }}
      />
    </div>
  )
}

/** What the field can hold of a time. */
const MINUTE_MS = 60_000
const wholeMinute = (time: string): number => Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS

const draftOf = (event: SeenEvent): EventDraft => ({
  id: event.id,
  title: event.title,
  description: event.description,
  isOnline: event.is_online,
  place: event.place,
  url: event.url ?? '',
  starts: localTime(Date.parse(event.starts_at)),
  ends: localTime(Date.parse(event.ends_at)),
  capacity: event.capacity === null ? '' : String(event.capacity),
  seenAt: event.updated_at,
})

function Closed({ event, title, body }: { event: SeenEvent; title: string; body?: string }) {
  return (
    <EmptyState
      level={1}
      icon="calendar"
      title={title}
      body={body}
      action={
        <Link
          to="/events/$eventId"
          params={{ eventId: event.id }}
          className={buttonClass({ variant: 'primary' })}
        >
          {COPY.toEvent}
        </Link>
      }
    />
  )
}
