import { createLazyRoute } from '@tanstack/react-router'
import { useOnline } from '#app/app-context.ts'
import { ExtendScreen } from '#features/premium/extend-screen.tsx'
import { useOffer } from './use-premium.ts'

export const Route = createLazyRoute('/premium/extend')({ component: PremiumExtend })

function PremiumExtend() {
  return <ExtendScreen online={useOnline()} offer={useOffer()} />
}
