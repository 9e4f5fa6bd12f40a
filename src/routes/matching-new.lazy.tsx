import { createLazyRoute, Link } from '@tanstack/react-router'
import { useOnline, useStore } from '#app/app-context.ts'
import { useOfferCandidates } from '#app/offer-candidates.ts'
import { MatchingScreen } from '#features/matching/matching-screen.tsx'

export const Route = createLazyRoute('/matching/new')({ component: NewCandidates })

function NewCandidates() {
  return (
    <MatchingScreen
      store={useStore()}
      online={useOnline()}
      as="list"
      askForCandidates={useOfferCandidates()}
      renderOther={(look) => <Link to="/matching" {...look} />}
    />
  )
}
