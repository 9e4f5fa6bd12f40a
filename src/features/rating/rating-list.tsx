import { lazy, Suspense } from 'react'
import type { Store } from '#sync/store.ts'
import { ListedRatings, type ListedRatingsProps } from './listed-ratings.tsx'

// What reads the device comes only to people who have something there
const OwnRatingList = lazy(() =>
  import('./own-rating-list.tsx').then((module) => ({ default: module.OwnRatingList })),
)

type RatingListProps = Omit<ListedRatingsProps, 'viewerId' | 'own'> & { store: Store | null }

/** What people say, newest first, one's own from the device on top. */
export function RatingList({ store, ...list }: RatingListProps) {
  if (!store) return <ListedRatings {...list} viewerId={null} />
  return (
    <Suspense fallback={<ListedRatings {...list} viewerId={store.userId} />}>
      <OwnRatingList {...list} store={store} />
    </Suspense>
  )
}
