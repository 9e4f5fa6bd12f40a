import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Video } from '#domain/catalogue.ts'
import type { RatingItem } from '#sync/collections/my-ratings.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { ListItem, type Place } from '#ui/long-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { CommentText } from './comment-text.tsx'
import { COPY } from './copy.ts'
import { RatingAttention } from './rating-attention.tsx'
import { ScoreDetails } from './score-details.tsx'

export type RenderRated = (video: Video, look: { layout: 'row'; badge: ReactNode }) => ReactNode

type ReviewItemProps = {
  place: Place
  isFirst: boolean
  store: Store
  rating: RatingItem
  renderVideo: RenderRated
  /** Stands for a video of which the device holds nothing. */
  missing: ReactNode
}

/** One of one's own ratings under its video, and the way to change it. */
export function ReviewItem({ place, isFirst, store, rating, renderVideo, missing }: ReviewItemProps) {
  const { video, sync, overall, comment, video_id } = rating
  const badge = <SyncBadge state={sync} />
  return (
    <ListItem
      place={place}
      data-sync={sync}
      className={classNames(
        'grid gap-4',
        place === null && '[contain-intrinsic-block-size:auto_16rem] [content-visibility:auto]',
        isFirst ? 'mb-6' : 'border-t border-line py-6',
      )}
    >
      {video ? (
        renderVideo(video, { layout: 'row', badge })
      ) : (
        <div className="flex items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
          <p className="text-sm text-muted">{missing}</p>
          {badge}
        </div>
      )}
      <RatingAttention store={store} id={rating.id} />
      <div className="grid gap-3 border-s-2 border-line ps-4">
        <ScoreDetails overall={overall} axes={rating} />
        {comment && <CommentText text={comment} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-xs text-muted">
            <RelativeTime time={Math.max(...Object.values(rating.edited_at))} />
            {COPY.edited}
          </p>
          <Link
            to="/video/$videoId"
            params={{ videoId: video_id }}
            hash="rating"
            aria-label={COPY.editTitle(video?.title ?? COPY.missingTitle)}
            className={buttonClass({ size: 'sm' })}
          >
            <Icon name="edit" size={16} />
            {COPY.edit}
          </Link>
        </div>
      </div>
    </ListItem>
  )
}
