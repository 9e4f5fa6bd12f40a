import { type KeyboardEvent, useRef } from 'react'
import type { Video } from '#domain/catalogue.ts'
import { AXES } from '#domain/rating.ts'
import type { Store } from '#sync/store.ts'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { UNDO } from '#ui/undo-toast.ts'
import { AxisRating } from './axis-rating.tsx'
import { CommentForm } from './comment-form.tsx'
import { COPY } from './copy.ts'
import { DeleteRating } from './delete-rating.tsx'
import { OverallRating } from './overall-rating.tsx'
import { OwnRadar } from './own-radar.tsx'
import { RatingAttention } from './rating-attention.tsx'
import { RatingFormSkeleton } from './rating-form-skeleton.tsx'
import { useRating } from './use-rating.ts'

/** An address that ends in #rating was opened before this was here to go to. */
function showWhenAskedFor(form: HTMLElement | null): void {
  if (form && window.location.hash === `#${form.id}`) form.scrollIntoView()
}

/** One's own rating: every press is stored on the device at once, online or not; the comment with its button. */
export function OwnRatingForm({ store, video }: { store: Store; video: Video }) {
  const { rating, scores, isAhead, follows, rateAxis, rateOverall, takeSuggested, undo } = useRating(
    store,
    video.youtube_id,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const undoByKey = (event: KeyboardEvent) => {
    const isOurs = undo !== null && !(event.target instanceof HTMLTextAreaElement)
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isOurs || !isUndo) return
    event.preventDefault()
    undo()
  }
  if (rating === undefined) return <RatingFormSkeleton />
  return (
    <section
      id="rating"
      ref={showWhenAskedFor}
      aria-labelledby="own-rating"
      data-sync={isAhead ? undefined : rating?.sync}
      onKeyDown={undoByKey}
      className="rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 ref={heading} tabIndex={-1} id="own-rating" className="text-base outline-none">
          {COPY.own}
        </h2>
        <div className="flex items-center gap-3">
          <span role="status">{rating && <SyncBadge state={rating.sync} isAhead={isAhead} />}</span>
          {undo && (
            <button
              type="button"
              aria-keyshortcuts="Control+Z Meta+Z"
              onClick={() => {
                // The button goes, and the focus would go with it
                heading.current?.focus()
                undo()
              }}
              className="min-h-8 text-xs font-bold underline underline-offset-3"
            >
              {UNDO}
            </button>
          )}
        </div>
      </div>
      {rating && <RatingAttention store={store} id={rating.id} />}
      <div className="mt-3 grid items-center gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(13rem,17rem)]">
        <div>
          <OverallRating
            scores={scores}
            follows={follows}
            onChange={rateOverall}
            onTakeSuggested={takeSuggested}
          />
          <div role="group" aria-label={COPY.axes} className="mt-2 border-t border-line pt-2">
            {AXES.map((axis) => (
              <AxisRating key={axis} axis={axis} value={scores[axis] ?? null} onRate={rateAxis} />
            ))}
          </div>
        </div>
        <OwnRadar scores={scores} video={video} />
      </div>
      <CommentForm
        store={store}
        youtubeId={video.youtube_id}
        saved={rating?.comment ?? ''}
        rated={scores.overall !== undefined}
      />
      {rating && <DeleteRating store={store} rating={rating} />}
    </section>
  )
}
