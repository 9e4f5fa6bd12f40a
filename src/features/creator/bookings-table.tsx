import { Link } from '@tanstack/react-router'
import type { OwnBooking } from '#domain/creator.ts'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
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
            <BookingsTable rows={rows} />
          )
        }
      </Answer>
    </Section>
  )
}

/** On a narrow screen each row is a block whose values have their labels beside them. Roles are said, for a table shown as cards loses its own. */
function BookingsTable({ rows }: { rows: OwnBooking[] }) {
  return (
    <div
      role="region"
      aria-label={COPY.bookingsTable}
      // It may scroll sideways, with the keyboard too
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-line bg-surface"
    >
      <table
        role="table"
        aria-label={COPY.bookingsTable}
        className="w-full text-sm max-sm:block sm:min-w-2xl"
      >
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b border-line">
            {HEAD.map((name) => (
              <th
                key={name}
                role="columnheader"
                scope="col"
                className="px-4 py-3 text-start text-xs whitespace-nowrap text-muted"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {rows.map((booking) => (
            <BookingRow key={booking.id} booking={booking} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const CELL =
  'px-4 text-start max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:pt-3 sm:py-3 sm:whitespace-nowrap'
const VALUE = 'min-w-0 flex-1 basis-32'

function BookingRow({ booking }: { booking: OwnBooking }) {
  const { slot, video, start_date, end_date, amount_paid, amount_refunded } = booking
  return (
    <tr role="row" className="border-b border-line align-top last:border-0 max-sm:block max-sm:pb-3">
      <th role="rowheader" scope="row" className={CELL}>
        <Label>{COPY.slot}</Label>
        <span className={VALUE}>{slot?.name ?? COPY.goneSlot}</span>
      </th>
      <td role="cell" className={classNames(CELL, 'max-w-md min-w-48 whitespace-normal!')}>
        <Label>{COPY.video}</Label>
        <span className={classNames(VALUE, 'line-clamp-2')}>{video?.title ?? COPY.goneVideo}</span>
      </td>
      <td role="cell" className={CELL}>
        <Label>{COPY.period2}</Label>
        <span className={VALUE}>
          {longDay(start_date)}〜{shortDay(lastDayOf(end_date))}
        </span>
      </td>
      <td role="cell" className={classNames(CELL, 'tabular-nums')}>
        <Label>{COPY.amount}</Label>
        <span className={VALUE}>
          {COPY.yen(amount_paid)}
          {amount_refunded > 0 && (
            <span className="block text-xs text-muted">{COPY.refunded(amount_refunded)}</span>
          )}
        </span>
      </td>
      <td role="cell" className={CELL}>
        <Label>{COPY.status}</Label>
        <span className={VALUE}>{STATUSES[booking.status]}</span>
      </td>
      <td role="cell" className={CELL}>
        <Label>{COPY.payment}</Label>
        <span className={VALUE}>{PAYMENTS[booking.payment_status]}</span>
      </td>
    </tr>
  )
}

function Label({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="basis-24 text-xs font-normal text-muted sm:hidden">
      {children}
    </span>
  )
}
