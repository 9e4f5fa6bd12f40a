import { createLazyRoute } from '@tanstack/react-router'
import { ContactsScreen } from '#features/admin/contacts-screen.tsx'
import { useAdmin } from './use-admin.ts'

export const Route = createLazyRoute('/admin/contacts')({ component: Contacts })

function Contacts() {
  return <ContactsScreen {...useAdmin()} />
}
