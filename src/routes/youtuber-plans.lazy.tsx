import { createLazyRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApp, useOnline } from '#app/app-context.ts'
import { loadSlotPrices } from '#app/creator.ts'
import { askKept } from '#app/kept-answers/ask-kept.ts'
import { PlansScreen } from '#features/creator/plans-screen.tsx'

export const Route = createLazyRoute('/youtuber/plans')({ component: Plans })

function Plans() {
  const app = useApp()
  const load = useMemo(() => askKept(app, (rest) => loadSlotPrices({ rest })), [app])
  return <PlansScreen online={useOnline()} load={load} />
}
