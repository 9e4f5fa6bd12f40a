import { useMemo, useState, type ReactNode } from 'react'
import type { Catalogue, PersonRating, Video } from '#domain/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { useDeferredLive } from '#ui/use-deferred-live.ts'
import { COPY } from './copy.ts'
import { RatingItem } from './rating-item.tsx'
import { reviewCount } from './review-count.ts'
import { RatingListNote, RatingListSkeleton } from './rating-list-states.tsx'

const LOADING = { status: 'loading' } as const
const STEP = 20
const NONE: PersonRating[] = []

export type ListedRatingsProps = {
  catalogue: Catalogue
  video: Video
  online: boolean
  /** Whose own is not among those of the others; null for a visitor. */
  viewerId: string | null
  /** The viewer's own, to stand on top; null or undefined when there is none, or none yet. */
  own?: { item: ReactNode; comment: string } | null | undefined
}

/** What people say, newest first, under how many they are. */
export function ListedRatings({ catalogue, video, online, viewerId, own }: ListedRatingsProps) {
  const live = useMemo(() => catalogue.ratingsOf(video.youtube_id), [catalogue, video.youtube_id])
  const loaded = useDeferredLive(live, LOADING)
  const [shown, setShown] = useState(STEP)
  const all = loaded.status === 'ready' ? loaded.value : NONE
  const others = useMemo(
    () => all.filter(({ person }) => viewerId === null || person?.id !== viewerId),
    [all, viewerId],
  )
  const left = others.length - shown
  const counted = own ? [own, ...others] : others
  return (
    <section aria-labelledby="ratings">
      <h2 id="ratings" className="mb-5 flex flex-wrap items-baseline gap-x-3 text-lg">
        {COPY.list}
        {loaded.status === 'ready' && (
          <span className="text-sm font-normal text-muted">{reviewCount(counted)}</span>
        )}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-7">
        {own?.item}
        {others.slice(0, shown).map((rating) => (
          <li key={rating.id} className="[contain-intrinsic-block-size:auto_9rem] [content-visibility:auto]">
            <RatingItem
              name={rating.person?.username ?? COPY.nobody}
              personId={viewerId === null ? undefined : rating.person?.id}
              avatarUrl={rating.person?.avatar_url ?? null}
              time={rating.created_at}
              overall={rating.overall}
              axes={rating}
              comment={rating.comment}
            />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div className="mt-6 text-center">
          <Button onClick={() => setShown(shown + STEP)}>{COPY.more(Math.min(left, STEP))}</Button>
        </div>
      )}
      {loaded.status === 'loading' && (online ? <RatingListSkeleton /> : <RatingListNote code="offline" />)}
      {loaded.status === 'error' && (
        <RatingListNote code={online ? loaded.code : 'offline'} onRetry={() => catalogue.retry()} />
      )}
      {loaded.status === 'ready' && !online && (
        <p className="mt-6 text-sm text-muted">
          <KeptAge asOf={loaded.asOf} />
        </p>
      )}
      {loaded.status === 'ready' && counted.length === 0 && (
        <p className="text-sm text-muted">{COPY.listEmptyBody}</p>
      )}
    </section>
  )
}
