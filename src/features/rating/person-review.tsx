import type { ReactNode } from 'react'
import type { Video } from '#domain/catalogue.ts'
import type { PersonReview as Review } from '#domain/people.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { CommentText } from './comment-text.tsx'
import { ScoreDetails } from './score-details.tsx'

type PersonReviewProps = { review: Review; renderVideo: (video: Video, look: { layout: 'row' }) => ReactNode }

/** What somebody wrote, under the video it is of. */
export function PersonReview({ review, renderVideo }: PersonReviewProps) {
  return (
    <article className="grid gap-4">
      {renderVideo(review.video, { layout: 'row' })}
      <div className="grid gap-3 border-s-2 border-line ps-4">
        <ScoreDetails overall={review.overall} axes={review} />
        <CommentText text={review.comment} />
        <RelativeTime time={review.created_at} className="text-xs text-muted" />
      </div>
    </article>
  )
}
