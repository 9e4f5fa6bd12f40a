import { createLazyRoute, Link } from '@tanstack/react-router'
import { useOnline, useStore } from '#app/app-context.ts'
import { useOfferCandidates } from '#app/offer-candidates.ts'
import { useRequestConnection } from '#app/request-connection.ts'
import { IncomingRequests, useIncomingRequests } from '#features/connections/incoming-requests.tsx'
import { MatchingScreen } from '#features/matching/matching-screen.tsx'

export const Route = createLazyRoute('/matching')({ component: Matching })

function Matching() {
  const store = useStore()
  const requestConnection = useRequestConnection()
  const requests = useIncomingRequests(store)
  return (
    <MatchingScreen
      store={store}
      online={useOnline()}
      as="deck"
      askForCandidates={useOfferCandidates()}
      renderOther={(look) => <Link to="/matching/new" {...look} />}
      areRequestsKnown={requests !== null}
      requests={
        store &&
        requests && (
          <IncomingRequests store={store} requests={requests} requestConnection={requestConnection} />
        )
      }
    />
  )
}
