import { createLazyRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useApp, useOnline, useStore } from '#app/app-context.ts'
import type { PersonReview as Review } from '#domain/people.ts'
import { PublicProfileScreen } from '#features/profile/public-profile-screen.tsx'
import { PersonReview } from '#features/rating/person-review.tsx'
import { useRenderVideo } from './use-render-video.tsx'

export const Route = createLazyRoute('/profile/$personId')({ component: PublicProfile })

function PublicProfile() {
  const { personId } = Route.useParams()
  const { people } = useApp()
  const renderVideo = useRenderVideo()
  const renderReview = useCallback(
    (review: Review) => <PersonReview review={review} renderVideo={renderVideo} />,
    [renderVideo],
  )
  return (
    <PublicProfileScreen
      key={personId}
      store={useStore()}
      people={people}
      personId={personId}
      online={useOnline()}
      renderReview={renderReview}
    />
  )
}
