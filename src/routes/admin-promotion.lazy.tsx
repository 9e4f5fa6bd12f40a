import { createLazyRoute } from '@tanstack/react-router'
import { PromotionScreen } from '#features/admin/promotion-screen.tsx'
import { useAdmin } from './use-admin.ts'

export const Route = createLazyRoute('/admin/promotion')({ component: Promotion })

function Promotion() {
  return <PromotionScreen {...useAdmin()} />
}
