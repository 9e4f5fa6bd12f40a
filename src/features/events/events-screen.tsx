import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { phaseOf, type EventPage, type ListedEvent } from '#domain/event.ts'
import type { ServerTime } from '#domain/server-time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useLoaded, type Ask } from '#ui/use-loaded.ts'
import { COPY } from './copy.ts'
import { EventCard } from './event-card.tsx'
import { EventSkeletons } from './event-skeletons.tsx'
import { useNow } from './use-now.ts'

export type EventView = 'upcoming' | 'past' | 'mine'

type EventsScreenProps = {
  view: EventView
  onView: (view: EventView) => void
  isSignedIn: boolean
  online: boolean
  /** The same from render to render. */
  load: Ask<EventPage>
  onMore: () => void
}

/** /events: what people hold. */
export function EventsScreen({ view, onView, isSignedIn, online, load, onMore }: EventsScreenProps) {
  usePageTitle(COPY.title)
  const views: EventView[] = isSignedIn ? ['upcoming', 'past', 'mine'] : ['upcoming', 'past']
  return (
    <div className="mx-auto max-w-3xl">
      <header className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl">{COPY.title}</h1>
          <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.lead}</p>
        </div>
        <Link to="/events/new" className={buttonClass({ variant: 'primary' })}>
          <Icon name="plus" size={18} />
          {COPY.create}
        </Link>
      </header>
      <Tabs
        label={COPY.views}
        tabs={views.map((key) => ({ key, label: COPY[key] }))}
        active={view}
        onChange={onView}
      >
        <List key={view} view={view} online={online} load={load} onMore={onMore} />
      </Tabs>
    </div>
  )
}

function List({
  view,
  online,
  load,
  onMore,
}: Pick<EventsScreenProps, 'view' | 'online' | 'load' | 'onMore'>) {
  const { value, asOf, failed, looking, reload } = useLoaded(load, online)
  if (value === null) {
    if (looking || (online && !failed)) return <EventSkeletons />
    return (
      <EmptyState
        icon={online ? 'alert' : 'offline'}
        title={online ? COPY.loadFailed : COPY.offlineList}
        body={online ? undefined : COPY.offlineListBody}
        action={online && <Button onClick={reload}>{COPY.retry}</Button>}
      />
    )
  }
  const { events, total } = value
  return (
    <>
      {!online && (
        <Note>
          {COPY.offlineStale} <KeptAge asOf={asOf} />
        </Note>
      )}
      {online && failed && (
        <Note>
          {COPY.refreshFailed}{' '}
          <Button size="sm" onClick={reload}>
            {COPY.retry}
          </Button>
        </Note>
      )}
      {events.length === 0 && <NoEvents view={view} />}
      {view === 'mine' ? <OwnEvents events={events} /> : <Cards events={events} level={2} />}
      {total > events.length && events.length > 0 && view !== 'mine' && (
        <div className="mt-6 grid justify-items-center gap-2">
          <p className="text-sm text-muted">{COPY.shown(events.length, total)}</p>
          <Button onClick={onMore}>{COPY.more}</Button>
        </div>
      )}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-4 text-sm text-caution">
      {children}
    </p>
  )
}

function NoEvents({ view }: { view: EventView }) {
  if (view === 'past') return <EmptyState icon="calendar" title={COPY.nonePast} />
  return view === 'mine' ? (
    <EmptyState
      icon="calendar"
      title={COPY.noneMine}
      body={COPY.noneMineBody}
      action={
        <Link to="/events" className={buttonClass()}>
          {COPY.browse}
        </Link>
      }
    />
  ) : (
    <EmptyState
      icon="calendar"
      title={COPY.noneUpcoming}
      body={COPY.noneUpcomingBody}
      action={
        <Link to="/events/new" className={buttonClass()}>
          {COPY.create}
        </Link>
      }
    />
  )
}

function Cards({ events, level }: { events: readonly ListedEvent[]; level: 2 | 3 }) {
  const nowMs = useNow()
  return (
    <ul className="grid gap-3">
      {events.map((event) => (
        <EventCard key={event.id} event={event} nowMs={nowMs} level={level} />
      ))}
    </ul>
  )
}

/** Those to come first, the next of them at the top; then the others, the latest first. */
function inOrder(events: readonly ListedEvent[], nowMs: ServerTime): ListedEvent[] {
  const isOpen = (event: ListedEvent): boolean => ['upcoming', 'running'].includes(phaseOf(event, nowMs))
  const byStart = events.toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  return [...byStart.filter(isOpen), ...byStart.filter((event) => !isOpen(event)).toReversed()]
}

function OwnEvents({ events }: { events: readonly ListedEvent[] }) {
  const nowMs = useNow()
  return (
    <div className="grid gap-8">
      {(['participant', 'organizer'] as const).map((role) => {
        const those = inOrder(
          events.filter((event) => event.role === role),
          nowMs,
        )
        if (those.length === 0) return null
        return (
          <section key={role} aria-labelledby={`events-${role}`}>
            <h2 id={`events-${role}`} className="mb-3 text-lg">
              {role === 'organizer' ? COPY.held : COPY.joined}
            </h2>
            <Cards events={those} level={3} />
          </section>
        )
      })}
    </div>
  )
}
