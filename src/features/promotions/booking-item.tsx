import { Link } from '@tanstack/react-router'
import {
  clickRate,
  lastDayOf,
  phaseOf,
  refundOnWithdrawal,
  type PromotionCounts,
} from '#domain/promotions.ts'
import { classNames } from '#ui/class-names.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { yen } from '#ui/yen.ts'
import { percent } from '#ui/japanese-number.ts'
import { COPY, PHASES, PLACES } from './copy.ts'
import { fullDay, shortDay } from './days.ts'
import { PendingBooking, type PendingBookingProps } from './pending-booking.tsx'
import { SmallThumbnail, type ThumbnailOf } from './video-choice.tsx'
import type { ServerTime } from '#domain/server-time.ts'

export type BookingItemProps = Omit<PendingBookingProps, 'paysAtOnce'> & {
  counts: PromotionCounts | undefined
  thumbnailOf: ThumbnailOf
  nowMs: ServerTime
}

/** One booking: what is shown where and when, how it stands, and what became of it. */
export function BookingItem({ counts, thumbnailOf, nowMs, ...pending }: BookingItemProps) {
  const { booking } = pending
  const { slot, video } = booking
  const phase = phaseOf(booking, nowMs)
  const waits = booking.status === 'pending'
  return (
    <li data-booking={booking.id} className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start gap-4">
        <SmallThumbnail src={video ? thumbnailOf(video) : ''} />
        <div className="min-w-0 flex-1 basis-32">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong>{slot.name}</strong>
            <span
              className={classNames(
                'rounded-full px-2.5 text-xs font-bold',
                phase === 'running' && 'bg-ink text-on-ink',
                waits && 'bg-caution-soft text-caution',
                phase !== 'running' && !waits && 'bg-sunken text-ink',
              )}
            >
              {PHASES[phase]}
            </span>
          </p>
          <p className="text-xs text-muted">{PLACES[slot.type]}</p>
          {video ? (
            <Link
              to="/video/$videoId"
              params={{ videoId: video.youtube_id }}
              className="mt-1 line-clamp-2 text-sm text-ink"
            >
              {video.title || COPY.untitled}
            </Link>
          ) : (
            <p className="mt-1 text-sm text-muted">{COPY.videoGone}</p>
          )}
        </div>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <span>
          {fullDay(booking.start)}〜{shortDay(lastDayOf(booking))}
        </span>
        <span>{yen(booking.amount)}</span>
        {booking.refunded > 0 && <span>{COPY.refunded(booking.refunded)}</span>}
        <span className="text-muted">
          {COPY.bookedAt} <RelativeTime time={booking.createdAt} />
        </span>
      </p>
      {phase === 'upcoming' && (
        <p className="text-xs text-muted">{COPY.refundable(refundOnWithdrawal(booking, nowMs))}</p>
      )}
      {waits && <PendingBooking {...pending} />}
      {(phase === 'running' || phase === 'ended' || counts) && (
        <Figures counts={counts ?? { impressions: 0, clicks: 0 }} />
      )}
    </li>
  )
}

function Figures({ counts }: { counts: PromotionCounts }) {
  const rate = clickRate(counts)
  const figures: [string, string][] = [
    [COPY.impressions, COPY.times(counts.impressions)],
    [COPY.clicks, COPY.times(counts.clicks)],
    [COPY.rate, rate === null ? COPY.noRate : percent(rate)],
  ]
  return (
    <dl className="grid grid-cols-3 gap-3 border-t border-line pt-3">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-lg font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
