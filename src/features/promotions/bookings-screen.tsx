import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { phaseOf, type Booking, type BookingPhase, type OwnBookings } from '#domain/promotions.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { minuteClock } from '#ui/minute-clock.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { useLoaded, type Ask } from '#ui/use-loaded.ts'
import { BookingItem, type BookingItemProps } from './booking-item.tsx'
import { LoadFailure } from './choosing-form.tsx'
import { COPY } from './copy.ts'

type BookingsScreenProps = Pick<BookingItemProps, 'online' | 'renderPayment' | 'cancel' | 'thumbnailOf'> & {
  load: Ask<OwnBookings>
}

type Group = keyof typeof COPY.groups
const GROUP_OF: Record<BookingPhase, Group> = {
  pending: 'pending',
  settling: 'pending',
  running: 'running',
  upcoming: 'upcoming',
  ended: 'past',
  cancelled: 'past',
  refunded: 'past',
}
const GROUPS: readonly Group[] = ['pending', 'running', 'upcoming', 'past']

/** /youtuber/promotions/active: a creator's bookings as they stand, the latest first in each group. */
export function BookingsScreen({ load, online, ...item }: BookingsScreenProps) {
  usePageTitle(COPY.activeTitle)
  const { value, asOf, failed, looking, reload } = useLoaded(load, online)
  const isComing = looking || (online && !failed)
  const nowMs = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  const inGroup = (group: Group): Booking[] =>
    (value?.bookings ?? []).filter((booking) => GROUP_OF[phaseOf(booking, nowMs)] === group)
  return (
    <div className="max-w-4xl">
      <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl">{COPY.activeTitle}</h1>
          <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.activeLead}</p>
        </div>
        <Link to="/youtuber/promotions/new" className={buttonClass({ variant: 'primary' })}>
          {COPY.book}
        </Link>
      </header>
      {value && !online && (
        <p className="mb-4 text-sm text-caution">
          {COPY.stale} <KeptAge asOf={asOf} />
        </p>
      )}
      {value === null && (isComing ? <BookingSkeletons /> : <LoadFailure online={online} onRetry={reload} />)}
      {value?.bookings.length === 0 && <EmptyState icon="video" title={COPY.none} body={COPY.noneBody} />}
      <div className="grid gap-10">
        {GROUPS.map((group) => {
          const bookings = inGroup(group)
          if (bookings.length === 0) return null
          return (
            <section key={group} aria-labelledby={`group-${group}`}>
              <h2 id={`group-${group}`} className="mb-4 text-lg">
                {COPY.groups[group]}
              </h2>
              <ul className="grid gap-4">
                {bookings.map((booking) => (
                  <BookingItem
                    key={booking.id}
                    {...item}
                    booking={booking}
                    counts={value?.counts.get(booking.id)}
                    nowMs={nowMs}
                    online={online}
                    onChanged={reload}
                    onPaymentClosed={reload}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </div>
  )
}

function BookingSkeletons() {
  return (
    <Loading>
      <div className="grid gap-4">
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} className="h-44 rounded-xl!" />
        ))}
      </div>
    </Loading>
  )
}
