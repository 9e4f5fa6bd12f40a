import { createLazyRoute } from '@tanstack/react-router'
import { LogScreen } from '#features/admin/log-screen.tsx'
import { useAdmin } from './use-admin.ts'

export const Route = createLazyRoute('/admin/log')({ component: Log })

function Log() {
  return <LogScreen {...useAdmin()} />
}
