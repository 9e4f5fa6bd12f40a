import type { Video } from '#domain/catalogue.ts'
import type { Store } from '#sync/store.ts'
import { OwnRatingForm } from './own-rating-form.tsx'
import { RatingFormSkeleton } from './rating-form-skeleton.tsx'
import { RatingInvitation } from './rating-invitation.tsx'

type RatingFormProps = { store: Store | null; signedIn: boolean; video: Video; onLoginNeeded: () => void }

/** Where a person says what they think of a video; leads those who are not signed in to the login. */
export function RatingForm({ store, signedIn, video, onLoginNeeded }: RatingFormProps) {
  if (!signedIn) return <RatingInvitation onLoginNeeded={onLoginNeeded} />
  if (!store) return <RatingFormSkeleton />
  return <OwnRatingForm key={`${store.userId} ${video.youtube_id}`} store={store} video={video} />
}
