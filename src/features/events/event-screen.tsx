import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { isFull, phaseOf, type EventResult, type SeenEvent } from '#domain/event.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useLoaded, type Ask } from '#ui/use-loaded.ts'
import { COPY, FAILURES } from './copy.ts'
import { EventActions } from './event-actions.tsx'
import { EventBadges } from './event-badges.tsx'
import { EventFacts } from './event-facts.tsx'
import { EventSkeleton } from './event-skeletons.tsx'
import { EventTools } from './event-tools.tsx'
import { Participants } from './participants.tsx'
import { useNow } from './use-now.ts'

/** What the person can do about events; each resolves when the server answered, or could not. */
export type EventServer = {
  join: (event: string) => Promise<EventResult>
  leave: (event: string) => Promise<EventResult>
  cancel: (event: string) => Promise<EventResult>
}

type EventScreenProps = {
  isSignedIn: boolean
  online: boolean
  /** The same from render to render. */
  load: Ask<{ event: SeenEvent | null }>
  server: EventServer
  /** What an admin can do about somebody's event; nothing for everybody else. */
  admin?: (event: SeenEvent, onDone: () => void) => ReactNode
}

/** /events/{id} */
export function EventScreen({ isSignedIn, online, load, server, admin }: EventScreenProps) {
  const { value, asOf, failed, looking, reload } = useLoaded(load, online)
  const nowMs = useNow()
  usePageTitle(value?.event?.title ?? COPY.title)
  if (value === null) {
    return looking || (online && !failed) ? (
      <EventSkeleton />
    ) : (
      <Unreachable online={online} onRetry={reload} />
    )
  }
  const { event } = value
  if (event === null) return <MissingEvent />
  const phase = phaseOf(event, nowMs)
  const notice =
    phase === 'cancelled' ? FAILURES.event_cancelled : phase === 'over' ? FAILURES.event_over : null
  return (
    <article className="mx-auto grid max-w-2xl gap-6">
      <header className="grid gap-2">
        <Link to="/events" className="justify-self-start text-sm text-muted underline">
          {COPY.toEvents}
        </Link>
        <EventBadges event={event} nowMs={nowMs} />
        <h1 className="text-2xl leading-snug wrap-anywhere [word-break:auto-phrase]">{event.title}</h1>
      </header>
      {!online && (
        <p role="status" className="rounded-md bg-caution-soft px-4 py-3 text-sm text-caution">
          {COPY.offlineStale} <KeptAge asOf={asOf} />
        </p>
      )}
      {online && failed && (
        <p role="status" className="rounded-md bg-caution-soft px-4 py-3 text-sm text-caution">
          {COPY.refreshFailed}{' '}
          <Button size="sm" onClick={reload}>
            {COPY.retry}
          </Button>
        </p>
      )}
      {notice !== null && <p className="rounded-md bg-sunken px-4 py-3 text-sm font-bold">{notice}</p>}
      <EventFacts event={event} isOpen={phase === 'upcoming' || phase === 'running'} nowMs={nowMs} />
      <EventActions
        event={event}
        phase={phase}
        isFull={isFull(event)}
        isSignedIn={isSignedIn}
        online={online}
        server={server}
        onChanged={reload}
      />
      {event.description !== '' && (
        <section aria-labelledby="event-about">
          <h2 id="event-about" className="mb-2 text-lg">
            {COPY.about}
          </h2>
          <p className="wrap-anywhere whitespace-pre-wrap">{event.description}</p>
        </section>
      )}
      {event.role === 'organizer' && <Participants people={event.participants} />}
      <EventTools
        event={event}
        isOpen={phase === 'upcoming' || phase === 'running'}
        admin={admin?.(event, reload)}
      />
    </article>
  )
}

/** There is none, or none for this person. */
export function MissingEvent() {
  return (
    <EmptyState
      level={1}
      icon="calendar"
      title={COPY.missing}
      body={COPY.missingBody}
      action={
        <Link to="/events" className={buttonClass({ variant: 'primary' })}>
          {COPY.toEvents}
        </Link>
      }
    />
  )
}

/** It could not be read. */
export function Unreachable({ online, onRetry }: { online: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      level={1}
      icon={online ? 'alert' : 'offline'}
      title={online ? COPY.loadFailed : COPY.offlineOne}
      body={online ? undefined : COPY.offlineListBody}
      action={
        <>
          {online && <Button onClick={onRetry}>{COPY.retry}</Button>}
          <Link to="/events" className={buttonClass()}>
            {COPY.toEvents}
          </Link>
        </>
      }
    />
  )
}
