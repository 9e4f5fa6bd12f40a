import type { Store } from '#sync/store.ts'
import { ListedRatings, type ListedRatingsProps } from './listed-ratings.tsx'
import { OwnRatingItem } from './own-rating-item.tsx'
import { useOwnRating } from './use-own-rating.ts'

type OwnRatingListProps = Omit<ListedRatingsProps, 'viewerId' | 'own'> & { store: Store }

/** What people say, with one's own from the device on top. */
export function OwnRatingList({ store, ...list }: OwnRatingListProps) {
  const own = useOwnRating(store, list.video.youtube_id)
  return (
    <ListedRatings
      {...list}
      viewerId={store.userId}
      own={own && { item: <OwnRatingItem rating={own} />, comment: own.comment }}
    />
  )
}
