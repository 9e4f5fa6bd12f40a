import { createLazyRoute } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { MatchHistoryScreen } from '#features/matching/match-history-screen.tsx'

export const Route = createLazyRoute('/profile/match-history')({ component: MatchHistory })

function MatchHistory() {
  return <MatchHistoryScreen store={useStore()} />
}
