import { createLazyRoute } from '@tanstack/react-router'
import { useApp, useOnline } from '#app/app-context.ts'
import { payments } from '#app/payment/payments.ts'
import { CancelScreen } from '#features/premium/cancel-screen.tsx'
import { usePremium } from './use-premium.ts'

export const Route = createLazyRoute('/premium/cancel')({ component: PremiumCancel })

function PremiumCancel() {
  const app = useApp()
  return (
    <CancelScreen
      online={useOnline()}
      premium={usePremium()}
      cancel={(subscriptionId) => payments(app).cancelSubscription(subscriptionId)}
    />
  )
}
