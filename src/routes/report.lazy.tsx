import { createLazyRoute } from '@tanstack/react-router'
import { useApp, useOnline, useSession, useStore } from '#app/app-context.ts'
import { sendContact } from '#app/contact.ts'
import { ReportScreen } from '#features/support/report-screen.tsx'

export const Route = createLazyRoute('/report')({ component: Report })

function Report() {
  const app = useApp()
  const session = useSession()
  const { event = '' } = Route.useSearch()
  return (
    <ReportScreen
      about={event === '' ? null : { subject: 'event', path: `/events/${event}` }}
      here={event === '' ? '/report' : `/report?event=${event}`}
      asker={
        session.status === 'restoring'
          ? undefined
          : session.status === 'signedIn'
            ? { userId: session.userId, email: session.email }
            : null
      }
      store={useStore()}
      online={useOnline()}
      send={(contact) => sendContact(app, contact)}
    />
  )
}
