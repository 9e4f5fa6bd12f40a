import { createLazyRoute, Link } from '@tanstack/react-router'
import { useOnline, useStore } from '#app/app-context.ts'
import { useOfferCandidates } from '#app/offer-candidates.ts'
import { useRequestConnection } from '#app/request-connection.ts'
import { ConnectionPanel } from '#features/connections/connection-panel.tsx'
import { IncomingRequests, useIncomingRequests } from '#features/connections/incoming-requests.tsx'
import { MatchingScreen } from '#features/matching/matching-screen.tsx'

export const Route = createLazyRoute('/premium/matching')({ component: PremiumMatching })

function PremiumMatching() {
  const store = useStore()
  const { view: as = 'list' } = Route.useSearch()
  const requestConnection = useRequestConnection()
  const requests = useIncomingRequests(store)
  return (
    <MatchingScreen
      store={store}
      online={useOnline()}
      as={as}
      isPremium
      askForCandidates={useOfferCandidates()}
      areRequestsKnown={requests !== null}
      requests={
        store &&
        requests && (
          <IncomingRequests store={store} requests={requests} requestConnection={requestConnection} />
        )
      }
      renderConnection={(personId) =>
        store && <ConnectionPanel store={store} personId={personId} requestConnection={requestConnection} />
      }
      renderOther={(look) => (
        <Link to="/premium/matching" search={as === 'list' ? { view: 'deck' } : {}} {...look} />
      )}
    />
  )
}
