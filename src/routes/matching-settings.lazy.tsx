import { createLazyRoute } from '@tanstack/react-router'
import { useAccount, useStore } from '#app/app-context.ts'
import { MatchingSettingsScreen } from '#features/matching/matching-settings-screen.tsx'

export const Route = createLazyRoute('/profile/matching')({ component: MatchingSettings })

function MatchingSettings() {
  return <MatchingSettingsScreen store={useStore()} isPremium={useAccount()?.isPremium ?? false} />
}
