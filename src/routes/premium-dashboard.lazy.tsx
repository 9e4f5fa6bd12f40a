import { createLazyRoute } from '@tanstack/react-router'
import { useOnline } from '#app/app-context.ts'
import { DashboardScreen } from '#features/premium/dashboard-screen.tsx'
import { usePremium } from './use-premium.ts'

export const Route = createLazyRoute('/premium/dashboard')({ component: PremiumDashboard })

function PremiumDashboard() {
  const { payment } = Route.useSearch()
  return <DashboardScreen online={useOnline()} premium={usePremium()} paid={payment === 'success'} />
}
