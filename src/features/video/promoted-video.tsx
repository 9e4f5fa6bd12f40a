import { useMemo, type ReactNode } from 'react'
import type { Catalogue, Promotion, Video } from '#domain/catalogue.ts'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { formatDate } from './video-facts.ts'

const LOADING = { status: 'loading' } as const

type PromotedVideoProps = {
  catalogue: Catalogue
  type: Promotion['type']
  renderVideo: (video: Video, look: { layout: 'row' }) => ReactNode
}

/** A paid place, always said to be one, with who pays and until when; nothing at all where there is none. */
export function PromotedVideo({ catalogue, type, renderVideo }: PromotedVideoProps) {
  const promoted = useMemo(() => catalogue.promoted(type), [catalogue, type])
  const loaded = useLive(promoted, LOADING)
  if (loaded.status === 'loading') return <PromotedSkeleton />
  const promotion = loaded.status === 'ready' ? loaded.value[0] : undefined
  if (!promotion) return null
  const until = formatDate(promotion.ends_at)
  return (
    <aside aria-label={COPY.adRegion} className="rounded-xl border border-line bg-surface p-3 sm:p-4">
      <p className="mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted">
        <span className="rounded-sm border border-line-strong px-1.5 font-bold text-ink">{COPY.ad}</span>
        <span>{COPY.adBy(promotion.advertiser)}</span>
        {until && <span>{COPY.adUntil(until)}</span>}
      </p>
      {renderVideo(promotion.video, { layout: 'row' })}
    </aside>
  )
}

/** Keeps the place, so that nothing moves when it is filled. */
function PromotedSkeleton() {
  return (
    <div className="rounded-xl border border-line bg-surface p-3 sm:p-4">
      <Skeleton className="mb-3 h-5 w-56 max-w-full" />
      <MediaSkeletons layout="row" count={1} />
    </div>
  )
}
