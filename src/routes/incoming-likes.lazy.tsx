import { createLazyRoute } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { useOfferCandidates } from '#app/offer-candidates.ts'
import { IncomingLikesScreen } from '#features/matching/incoming-likes-screen.tsx'

export const Route = createLazyRoute('/profile/incoming-likes')({ component: IncomingLikes })

function IncomingLikes() {
  return <IncomingLikesScreen store={useStore()} askForCandidates={useOfferCandidates()} />
}
