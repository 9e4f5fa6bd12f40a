import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { oncePer } from '#platform/once-per.ts'
import { myComments, myRatingCount, myRatings } from '#sync/collections/my-ratings.ts'
import type { Arrival } from '#sync/engine-state.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { liveStart } from '#ui/live-start.ts'
import { LongList, WHOLE } from '#ui/long-list.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { NotArrived } from '#ui/not-arrived.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { useShownCount } from '#ui/use-shown-count.ts'
import { COPY } from './copy.ts'
import { reviewCount } from './review-count.ts'
import { type RenderRated, ReviewItem } from './review-item.tsx'

const useRatings = liveStart(myRatings)
const liveCount = oncePer(myRatingCount)
const liveComments = oncePer(myComments)
const SKELETONS = 5

type ReviewsScreenProps = {
  store: Store | null
  renderVideo: RenderRated
  /** Stands for a video of which the device holds nothing. */
  missing: ReactNode
}

/** Everything the person has rated, the last edited first, from the device. */
export function ReviewsScreen({ store, renderVideo, missing }: ReviewsScreenProps) {
  usePageTitle(COPY.myReviews)
  const { shown, showMore } = useShownCount(WHOLE)
  const ratings = useRatings(store, shown)
  const count = useLive<number | undefined>(store && liveCount(store), undefined)
  const comments = useLive<{ comment: string }[] | undefined>(store && liveComments(store), undefined)
  const arrival = useLive<Arrival>(store && store.engine.arrival$, 'arriving')
  const isKnown = count !== undefined && ratings && (ratings.length > 0 || arrival === 'arrived')
  return (
    <div className="max-w-4xl">
      <header className="mb-6">
        <h1 className="text-2xl">{COPY.myReviews}</h1>
        <p className="mt-1 min-h-6 text-sm text-muted">{isKnown && comments && reviewCount(comments)}</p>
      </header>
      {store && isKnown && ratings.length > 0 ? (
        <LongList
          items={ratings}
          total={count}
          onNearEnd={showMore}
          keyOf={({ id }) => id}
          className="grid grid-cols-[minmax(0,1fr)]"
        >
          {(rating, index, place) => (
            <ReviewItem
              place={place}
              isFirst={index === 0}
              store={store}
              rating={rating}
              renderVideo={renderVideo}
              missing={missing}
            />
          )}
        </LongList>
      ) : isKnown ? (
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
      ) : ratings && arrival === 'absent' ? (
        <NotArrived />
      ) : (
        <Loading>
          <MediaSkeletons layout="row" count={SKELETONS} className="video-list" />
        </Loading>
      )}
    </div>
  )
}
