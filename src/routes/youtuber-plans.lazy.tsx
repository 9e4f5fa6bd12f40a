import { createLazyRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useApp, useOnline } from '#app/app-context.ts'
import { loadSlotPrices } from '#app/creator.ts'
import { PlansScreen } from '#features/creator/plans-screen.tsx'

export const Route = createLazyRoute('/youtuber/plans')({ component: Plans })

function Plans() {
  const app = useApp()
  return <PlansScreen online={useOnline()} load={useCallback(() => loadSlotPrices(app), [app])} />
}
