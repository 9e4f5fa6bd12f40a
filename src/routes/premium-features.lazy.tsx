import { createLazyRoute } from '@tanstack/react-router'
import { useAccount } from '#app/app-context.ts'
import { FeaturesScreen } from '#features/premium/features-screen.tsx'

export const Route = createLazyRoute('/premium/features')({ component: PremiumFeatures })

function PremiumFeatures() {
  return <FeaturesScreen isPremium={useAccount()?.isPremium ?? false} />
}
