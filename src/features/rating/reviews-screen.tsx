import { useMemo } from 'react'
import { Link } from '@tanstack/react-router'
import { myRatings, type RatingItem } from '#sync/collections/my-ratings.ts'
import { stillArriving } from '#sync/status.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { type RenderRated, ReviewItem } from './review-item.tsx'

const SKELETONS = 5

type ReviewsScreenProps = { store: Store | null; renderVideo: RenderRated }

/** Everything the person has rated, the last edited first, from the device. */
export function ReviewsScreen({ store, renderVideo }: ReviewsScreenProps) {
  usePageTitle(COPY.myReviews)
  const live = useMemo(() => store && myRatings(store), [store])
  const ratings = useLive<RatingItem[] | undefined>(live, undefined)
  const arriving = useLive(
    useMemo(() => store && stillArriving(store), [store]),
    true,
  )
  const isReading = !ratings || (ratings.length === 0 && arriving)
  return (
    <div className="max-w-4xl">
      <header className="mb-6">
        <h1 className="text-2xl">{COPY.myReviews}</h1>
        <p className="mt-1 min-h-6 text-sm text-muted">{!isReading && COPY.myReviewsCount(ratings.length)}</p>
      </header>
      {(!store || isReading) && (
        <Loading>
          <MediaSkeletons layout="row" count={SKELETONS} className="video-list" />
        </Loading>
      )}
      {!isReading && ratings.length === 0 && (
        <EmptyState
          icon="star"
          title={COPY.myReviewsEmpty}
          body={COPY.myReviewsEmptyBody}
          action={
            <Link to="/search" className={buttonClass({ variant: 'primary' })}>
              {COPY.findVideos}
            </Link>
          }
        />
      )}
      {store && ratings && ratings.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {ratings.map((rating) => (
            <ReviewItem key={rating.id} store={store} rating={rating} renderVideo={renderVideo} />
          ))}
        </ul>
      )}
    </div>
  )
}
