import { createLazyRoute } from '@tanstack/react-router'
import { useAccount } from '#app/app-context.ts'
import { PeopleScreen } from '#features/admin/people-screen.tsx'
import { useAdmin } from './use-admin.ts'

export const Route = createLazyRoute('/admin/users')({ component: Users })

function Users() {
  const account = useAccount()
  return <PeopleScreen {...useAdmin()} ownId={account?.userId ?? null} />
}
