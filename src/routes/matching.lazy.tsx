import { createLazyRoute } from '@tanstack/react-router'
import { useOnline, useStore } from '#app/app-context.ts'
import { useOfferCandidates } from '#app/offer-candidates.ts'
import { MatchingScreen } from '#features/matching/matching-screen.tsx'

export const Route = createLazyRoute('/matching')({ component: Matching })

function Matching() {
  return (
    <MatchingScreen
      store={useStore()}
      online={useOnline()}
      as="deck"
      askForCandidates={useOfferCandidates()}
    />
  )
}
