import { useMemo, type ReactNode } from 'react'
import type { Loaded } from '#domain/catalogue.ts'
import { PUBLIC_REVIEWS } from '#domain/limits.ts'
import type { People, PersonReview } from '#domain/people.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { PUBLIC_COPY as COPY } from './public-copy.ts'

type PersonReviewsProps = {
  people: People
  personId: string
  online: boolean
  renderReview: (review: PersonReview) => ReactNode
}

const LOADING = { status: 'loading' } as const

/** What a person wrote about videos, newest first. Devices hold only one's own; of others, what was kept of an earlier visit. */
export function PersonReviews({ people, personId, online, renderReview }: PersonReviewsProps) {
  const asked = useMemo(() => people.reviewsOf(personId), [people, personId])
  const loaded = useLive<Loaded<PersonReview[]>>(asked, LOADING)
  const reviews = loaded.status === 'ready' ? loaded.value : []
  return (
    <section aria-labelledby="person-reviews">
      <h2 id="person-reviews" className="mb-5 flex flex-wrap items-baseline gap-x-3 text-lg">
        {COPY.reviews}
        {loaded.status === 'ready' && reviews.length < PUBLIC_REVIEWS && (
          <span className="text-sm font-normal text-muted">{COPY.count(reviews.length)}</span>
        )}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {reviews.map((review) => (
          <li
            key={review.id}
            className="border-b border-line py-5 [contain-intrinsic-block-size:auto_16rem] [content-visibility:auto] first:pt-0 last:border-0"
          >
            {renderReview(review)}
          </li>
        ))}
      </ul>
      {reviews.length === PUBLIC_REVIEWS && (
        <p className="mt-4 text-sm text-muted">{COPY.latest(PUBLIC_REVIEWS)}</p>
      )}
      {loaded.status === 'ready' && !online && (
        <p className="mb-4 text-sm text-muted">
          <KeptAge asOf={loaded.asOf} />
        </p>
      )}
      {loaded.status === 'ready' && reviews.length === 0 && (
        <p className="text-sm text-muted">{COPY.noReviews}</p>
      )}
      {loaded.status === 'loading' && online && (
        <Loading>
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
      {loaded.status !== 'ready' && (loaded.status === 'error' || !online) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-sunken px-4 py-3 text-sm">
          <Icon name={online ? 'alert' : 'offline'} size={20} className="text-muted" />
          <p className="flex-1">{online ? COPY.reviewsFailed : COPY.reviewsOffline}</p>
          {online && (
            <Button size="sm" onClick={() => people.retry()}>
              {COPY.tryAgain}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
