import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useApp, useOnline, useStore } from '#app/app-context.ts'
import type { PersonReview as Review } from '#domain/people.ts'
import { useRequestConnection } from '#app/request-connection.ts'
import { PersonMenu } from '#features/blocks/person-menu.tsx'
import { ConnectionPanel } from '#features/connections/connection-panel.tsx'
import { PublicProfileScreen } from '#features/profile/public-profile-screen.tsx'
import { PersonReview } from '#features/rating/person-review.tsx'
import { useRenderVideo } from './use-render-video.tsx'

export const Route = createLazyRoute('/profile/$personId')({ component: PublicProfile })

function PublicProfile() {
  const { personId } = Route.useParams()
  const { people } = useApp()
  const navigate = useNavigate()
  const renderVideo = useRenderVideo()
  const renderReview = useCallback(
    (review: Review) => <PersonReview review={review} renderVideo={renderVideo} />,
    [renderVideo],
  )
  const requestConnection = useRequestConnection()
  const renderConnection = useCallback(
    (store: Parameters<typeof ConnectionPanel>[0]['store']) => (
      <ConnectionPanel store={store} personId={personId} requestConnection={requestConnection} />
    ),
    [personId, requestConnection],
  )
  return (
    <PublicProfileScreen
      key={personId}
      store={useStore()}
      people={people}
      personId={personId}
      online={useOnline()}
      renderReview={renderReview}
      renderConnection={renderConnection}
      renderMenu={(person) => <PersonMenu {...person} leave={() => navigate({ to: '/profile/blocked' })} />}
    />
  )
}
