import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useApp, useOnline, useSession } from '#app/app-context.ts'
import { saveEvent } from '#app/events.ts'
import { NewEventScreen } from '#features/events/event-editor-screens.tsx'

export const Route = createLazyRoute('/events/new')({ component: NewEvent })

function NewEvent() {
  const app = useApp()
  const session = useSession()
  const online = useOnline()
  const navigate = useNavigate()
  if (session.status !== 'signedIn') return null
  return (
    <NewEventScreen
      userId={session.userId}
      online={online}
      save={(event) => saveEvent(app, event)}
      toEvent={(eventId) => void navigate({ to: '/events/$eventId', params: { eventId }, replace: true })}
    />
  )
}
