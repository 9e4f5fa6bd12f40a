import { createLazyRoute } from '@tanstack/react-router'
import { VerificationsScreen } from '#features/admin/verifications-screen.tsx'
import { useAdmin } from './use-admin.ts'

export const Route = createLazyRoute('/admin/verification')({ component: Verifications })

function Verifications() {
  return <VerificationsScreen {...useAdmin()} />
}
