import { lazy, Suspense, useEffect } from 'react'
import type { Video } from '#domain/catalogue.ts'
import type { Store } from '#sync/store.ts'
import { RatingFormSkeleton } from './rating-form-skeleton.tsx'
import { RatingInvitation } from './rating-invitation.tsx'

// What writes to the device comes only to people who have one
const loadForm = () => import('./own-rating-form.tsx')
const OwnRatingForm = lazy(() => loadForm().then((module) => ({ default: module.OwnRatingForm })))

type RatingFormProps = { store: Store | null; signedIn: boolean; video: Video; onLoginNeeded: () => void }

/** Where a person says what they think of a video; leads those who are not signed in to the login. */
export function RatingForm({ store, signedIn, video, onLoginNeeded }: RatingFormProps) {
  useEffect(() => {
    // While the device's data is being opened; what fails here is told where it is needed
    if (signedIn) loadForm().catch(() => {})
  }, [signedIn])
  if (!signedIn) return <RatingInvitation onLoginNeeded={onLoginNeeded} />
  const waiting = <RatingFormSkeleton />
  if (!store) return waiting
  return (
    <Suspense fallback={waiting}>
      <OwnRatingForm key={`${store.userId} ${video.youtube_id}`} store={store} video={video} />
    </Suspense>
  )
}
