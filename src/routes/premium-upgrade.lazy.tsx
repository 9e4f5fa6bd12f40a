import { createLazyRoute } from '@tanstack/react-router'
import { useOnline } from '#app/app-context.ts'
import { UpgradeScreen } from '#features/premium/upgrade-screen.tsx'
import { mayBuy } from '#domain/premium.ts'
import { PremiumPurchase } from './premium-purchase.tsx'
import { useOffer } from './use-premium.ts'

export const Route = createLazyRoute('/premium/upgrade')({ component: PremiumUpgrade })

function PremiumUpgrade() {
  const { plan: chosen } = Route.useSearch()
  const navigate = Route.useNavigate()
  const online = useOnline()
  const offer = useOffer()
  // What was begun is finished with what was known then: a payment makes the person premium before its screen has said so
  const { status = null, subscription = null, plans = [] } = offer.value ?? {}
  const plan = plans.find(({ id }) => id === chosen)
  if (plan && (status === null || mayBuy(status, subscription)))
    return (
      <PremiumPurchase
        key={plan.id}
        plan={plan}
        onBack={() => void navigate({ to: '/premium/upgrade', search: {} })}
      />
    )
  return (
    <UpgradeScreen
      online={online}
      offer={offer}
      onChoose={(id) => void navigate({ to: '/premium/upgrade', search: { plan: id } })}
    />
  )
}
