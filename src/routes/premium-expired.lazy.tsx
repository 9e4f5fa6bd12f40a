import { createLazyRoute } from '@tanstack/react-router'
import { ExpiredScreen } from '#features/premium/expired-screen.tsx'
import { usePremium } from './use-premium.ts'

export const Route = createLazyRoute('/premium/expired')({ component: PremiumExpired })

function PremiumExpired() {
  const { renew } = Route.useSearch()
  return <ExpiredScreen expiresAt={usePremium().value?.status?.expiresAt ?? null} renewAt={renew} />
}
