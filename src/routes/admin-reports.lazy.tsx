import { createLazyRoute } from '@tanstack/react-router'
import { ReportsScreen } from '#features/admin/reports-screen.tsx'
import { useAdmin } from './use-admin.ts'

export const Route = createLazyRoute('/admin/reports')({ component: Reports })

function Reports() {
  return <ReportsScreen {...useAdmin()} />
}
