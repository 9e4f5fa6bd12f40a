import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApp, useOnline, useSession } from '#app/app-context.ts'
import { loadEvents } from '#app/events.ts'
import { askKept } from '#app/kept-answers/ask-kept.ts'
import { EventSkeletons } from '#features/events/event-skeletons.tsx'
import { EventsScreen } from '#features/events/events-screen.tsx'
import { useShownCount } from '#ui/use-shown-count.ts'

export const Route = createLazyRoute('/events')({ component: Events })

/** As many as are asked for at a time. */
const STEP = 20

function Events() {
  const app = useApp()
  const session = useSession()
  const navigate = useNavigate()
  const { view: wanted = 'upcoming' } = Route.useSearch()
  const { shown: limit, showMore } = useShownCount(STEP)
  const me = session.status === 'signedIn' ? session.userId : null
  // A visitor has none of their own
  const view = wanted === 'mine' && me === null ? 'upcoming' : wanted
  const load = useMemo(
    () => askKept(app, (rest) => loadEvents(rest, { view, me, limit })),
    [app, view, me, limit],
  )
  const online = useOnline()
  if (session.status === 'restoring') return <EventSkeletons />
  return (
    <EventsScreen
      view={view}
      onView={(next) =>
        void navigate({ to: '/events', search: next === 'upcoming' ? {} : { view: next }, replace: true })
      }
      isSignedIn={me !== null}
      online={online}
      load={load}
      onMore={showMore}
    />
  )
}
