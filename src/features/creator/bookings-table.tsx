import { Link } from '@tanstack/react-router'
import type { OwnBooking } from '#domain/creator.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { COPY, PAYMENTS, STATUSES } from './copy.ts'
import { lastDayOf, longDay, shortDay } from './days.ts'
import { Answer, Section } from './section.tsx'
import type { Loaded } from '#ui/use-loaded.ts'

type BookingsSectionProps = { bookings: Loaded<OwnBooking[]>; online: boolean }

const HEAD = [COPY.slot, COPY.video, COPY.period2, COPY.amount, COPY.status, COPY.payment]

/** Every slot the creator booked, the newest first. */
export function BookingsSection({ bookings, online }: BookingsSectionProps) {
  return (
    <Section
      title={COPY.bookings}
      aside={
        <div className="flex flex-wrap gap-2">
          <Link to="/youtuber/promotions/active" className={buttonClass({ variant: 'secondary' })}>
            {COPY.promotions}
          </Link>
          <Link to="/youtuber/promotions/new" className={buttonClass({ variant: 'primary' })}>
            {COPY.book}
          </Link>
        </div>
      }
    >
      <Answer asked={bookings} online={online}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              level={3}
              title={COPY.noBookings}
              body={COPY.noBookingsHint}
              action={
                <Link to="/youtuber/plans" className={buttonClass()}>
                  {COPY.toPlans}
                </Link>
              }
            />
          ) : (
            <div
              role="region"
              aria-label={COPY.bookingsTable}
              // It scrolls sideways on narrow screens, with the keyboard too
              tabIndex={0}
              className="overflow-x-auto rounded-xl border border-line bg-surface"
            >
              <table className="w-full min-w-2xl text-sm">
                <caption className="sr-only">{COPY.bookingsTable}</caption>
                <thead>
                  <tr className="border-b border-line">
                    {HEAD.map((name) => (
                      <th
                        key={name}
                        scope="col"
                        className="px-4 py-3 text-start text-xs whitespace-nowrap text-muted"
                      >
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((booking) => (
                    <BookingRow key={booking.id} booking={booking} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Answer>
    </Section>
  )
}

function BookingRow({ booking }: { booking: OwnBooking }) {
  const { slot, video, start_date, end_date, amount_paid, amount_refunded } = booking
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="px-4 py-3 text-start whitespace-nowrap">
        {slot?.name ?? COPY.goneSlot}
      </th>
      <td className="max-w-56 min-w-48 px-4 py-3">
        <span className="line-clamp-2">{video?.title ?? COPY.goneVideo}</span>
      </td>
      <td className="px-4 py-3 whitespace-nowrap">
        {longDay(start_date)}〜{shortDay(lastDayOf(end_date))}
      </td>
      <td className="px-4 py-3 whitespace-nowrap tabular-nums">
        {COPY.yen(amount_paid)}
        {amount_refunded > 0 && (
          <span className="block text-xs text-muted">{COPY.refunded(amount_refunded)}</span>
        )}
      </td>
      <td className="px-4 py-3 whitespace-nowrap">{STATUSES[booking.status]}</td>
      <td className="px-4 py-3 whitespace-nowrap">{PAYMENTS[booking.payment_status]}</td>
    </tr>
  )
}
