import { createLazyRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount, useApp, useOnline, useSession } from '#app/app-context.ts'
import { cancelEvent, joinEvent, leaveEvent } from '#app/events.ts'
import { EventScreen } from '#features/events/event-screen.tsx'
import { EventSkeleton } from '#features/events/event-skeletons.tsx'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { useAdmin } from './use-admin.ts'
import { useEvent } from './use-event.ts'

const StopEvent = lazyOnceShown(async () => (await import('#features/admin/stop-event.tsx')).StopEvent)

export const Route = createLazyRoute('/events/$eventId')({ component: Event })

function Event() {
  const app = useApp()
  const { eventId } = Route.useParams()
  const session = useSession()
  const online = useOnline()
  const isAdmin = useAccount()?.role === 'admin'
  const { admin } = useAdmin()
  const load = useEvent(eventId)
  const server = useMemo(
    () => ({
      join: (id: string) => joinEvent(app, id),
      leave: (id: string) => leaveEvent(app, id),
      cancel: (id: string) => cancelEvent(app, id),
    }),
    [app],
  )
  if (session.status === 'restoring') return <EventSkeleton />
  return (
    <EventScreen
      key={eventId}
      isSignedIn={session.status === 'signedIn'}
      online={online}
      load={load}
      server={server}
      {...(isAdmin && {
        admin: (event, onStopped) => (
          <StopEvent admin={admin} online={online} event={event} onStopped={onStopped} />
        ),
      })}
    />
  )
}
