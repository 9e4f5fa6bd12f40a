import { createLazyRoute } from '@tanstack/react-router'
import { useApp, useOnline, useSession } from '#app/app-context.ts'
import { saveEvent } from '#app/events.ts'
import { EditEventScreen } from '#features/events/event-editor-screens.tsx'
import { useEvent } from './use-event.ts'
import { useWayToEvent } from './use-way-to-event.ts'

export const Route = createLazyRoute('/events/$eventId/edit')({ component: EditEvent })

function EditEvent() {
  const app = useApp()
  const { eventId } = Route.useParams()
  const session = useSession()
  const online = useOnline()
  const toEvent = useWayToEvent()
  const load = useEvent(eventId)
  if (session.status !== 'signedIn') return null
  return (
    <EditEventScreen
      key={eventId}
      userId={session.userId}
      online={online}
      load={load}
      save={(event) => saveEvent(app, event)}
      toEvent={toEvent}
    />
  )
}
