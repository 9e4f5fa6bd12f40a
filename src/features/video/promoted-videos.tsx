import { useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import type { Catalogue, Promotion, Video } from '#domain/catalogue.ts'
import type { PromotionEventKind } from '#domain/promotions.ts'
import { isPast, timeOf } from '#domain/server-time.ts'
import { classNames } from '#ui/class-names.ts'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { minuteClock } from '#ui/minute-clock.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { longDate } from '#ui/japanese-date.ts'
import { COPY } from './copy.ts'
import { usePromotionEvents } from './use-promotion-events.ts'

const LOADING = { status: 'loading' } as const

type PromotedVideosProps = {
  catalogue: Catalogue
  type: Promotion['type']
  /** Premium members see one place, the first (DESIGN §7). */
  isPremium: boolean
  /** Only its place is kept, until it is known where on the page it stands. */
  isWaiting?: boolean
  renderVideo: (video: Video, look: { layout: 'row' }) => ReactNode
  /** Called when a booked place was seen or opened, as often as that happens. */
  onEvent: (kind: PromotionEventKind, bookingId: string) => void
}

/** The paid places of a page, always said to be such, with who pays and until when; nothing at all where there is none. */
export function PromotedVideos({
  catalogue,
  type,
  isPremium,
  isWaiting = false,
  renderVideo,
  onEvent,
}: PromotedVideosProps) {
  const promoted = useMemo(() => catalogue.promoted(type), [catalogue, type])
  const loaded = useLive(promoted, LOADING)
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  if (loaded.status === 'loading' || isWaiting) return <PromotedSkeleton />
  // An answer may have been kept for days
  const running =
    loaded.status === 'ready' ? loaded.value.filter((promotion) => !isPast(promotion.ends_at, now)) : []
  const shown = running.slice(0, isPremium ? 1 : undefined)
  if (shown.length === 0) return null
  return (
    <div
      className={classNames(
        shown.length > 1 &&
          'grid snap-x auto-cols-[minmax(min(88%,26rem),1fr)] grid-flow-col gap-4 overflow-x-auto overscroll-x-contain p-1 [scrollbar-width:thin]',
      )}
    >
      {shown.map((promotion) => (
        <PromotedVideo key={promotion.id} promotion={promotion} onEvent={onEvent}>
          {renderVideo(promotion.video, { layout: 'row' })}
        </PromotedVideo>
      ))}
    </div>
  )
}

type PromotedVideoProps = {
  promotion: Promotion
  onEvent: PromotedVideosProps['onEvent']
  children: ReactNode
}

function PromotedVideo({ promotion, onEvent, children }: PromotedVideoProps) {
  const place = useRef<HTMLElement>(null)
  usePromotionEvents(place, promotion.booking_id ?? null, onEvent)
  // It ends as a day begins, so the day before is the last one
  const lastDay = longDate(timeOf(promotion.ends_at) - 1, 'japan')
  return (
    <aside
      ref={place}
      data-momentary=""
      aria-label={COPY.adRegion(promotion.advertiser, promotion.video.title)}
      className="snap-start rounded-xl border border-line bg-surface p-3 sm:p-4"
    >
      <p className="mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted">
        <span className="rounded-sm border border-line-strong px-1.5 font-bold text-ink">{COPY.ad}</span>
        <span>{COPY.adBy(promotion.advertiser)}</span>
        <span>{COPY.adUntil(lastDay)}</span>
      </p>
      {children}
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
