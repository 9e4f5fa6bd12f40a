import { SyncBadge } from '#ui/sync-badge.tsx'
import { COPY } from './copy.ts'
import { RatingItem } from './rating-item.tsx'
import type { OwnRating } from './use-own-rating.ts'

/** One's own rating at the head of the list, from the device, so that it is there before the server knows it. */
export function OwnRatingItem({ rating }: { rating: OwnRating }) {
  return (
    <li data-sync={rating.sync}>
      <RatingItem
        name={COPY.you}
        time={Math.max(...Object.values(rating.edited_at))}
        overall={rating.overall}
        axes={rating}
        comment={rating.comment}
        aside={<SyncBadge state={rating.sync} />}
      />
    </li>
  )
}
