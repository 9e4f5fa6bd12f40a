import { createLazyRoute } from '@tanstack/react-router'
import { useApp, useOnline, useSession } from '#app/app-context.ts'
import { sendContact } from '#app/contact.ts'
import { ContactScreen } from '#features/support/contact-screen.tsx'

export const Route = createLazyRoute('/contact')({ component: Contact })

function Contact() {
  const app = useApp()
  const session = useSession()
  return (
    <ContactScreen
      asker={
        session.status === 'restoring'
          ? undefined
          : session.status === 'signedIn'
            ? { userId: session.userId, email: session.email }
            : null
      }
      online={useOnline()}
      send={(contact) => sendContact(app, contact)}
    />
  )
}
