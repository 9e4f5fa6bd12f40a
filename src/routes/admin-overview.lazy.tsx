import { createLazyRoute } from '@tanstack/react-router'
import { OverviewScreen } from '#features/admin/overview-screen.tsx'
import { useAdmin } from './use-admin.ts'

export const Route = createLazyRoute('/admin/')({ component: Overview })

function Overview() {
  return <OverviewScreen {...useAdmin()} />
}
