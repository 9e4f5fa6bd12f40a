import { useCallback, useState } from 'react'
import {
  BOOKING_FILTERS,
  refundable,
  type Admin,
  type AdminBooking,
  type BookingFilter,
} from '#domain/admin.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { yen } from '#ui/yen.ts'
import { useLoaded } from '#ui/use-loaded.ts'
import { Answered } from './answered.tsx'
import { Badge } from './badge.tsx'
import { COPY as SHARED } from './copy.ts'
import { PAYMENTS, PROMOTION as COPY } from './promotion-copy.ts'
import { plainDay } from './formats.ts'
import { Pager } from './pager.tsx'
import { RecordTable } from './record-table.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type BookingsProps = { admin: Pick<Admin, 'bookings' | 'refund'>; online: boolean }

const TABS = BOOKING_FILTERS.map((key) => ({ key, label: COPY.filters[key] }))

export function Bookings({ admin, online }: BookingsProps) {
  const [asked, setAsked] = useState<{ filter: BookingFilter; page: number }>({ filter: 'all', page: 1 })
  const [chosen, setChosen] = useState<AdminBooking | null>(null)
  const [open, setOpen] = useState(false)
  const load = useCallback(() => admin.bookings(asked.filter, asked.page), [admin, asked])
  const answer = useLoaded(load, online, 'goes')
  return (
    <section aria-labelledby="bookings-heading">
      <h2 id="bookings-heading" className="mb-2 text-lg">
        {COPY.bookings}
      </h2>
      <Tabs
        label={COPY.bookings}
        tabs={TABS}
        active={asked.filter}
        onChange={(filter) => setAsked({ filter, page: 1 })}
      >
        <Answered answer={answer} online={online}>
          {({ total, bookings }) =>
            bookings.length === 0 && asked.page === 1 ? (
              <EmptyState icon="video" title={COPY.noBookings} level={3} />
            ) : (
              <>
                <BookingTable
                  bookings={bookings}
                  onRefund={(booking) => {
                    setChosen(booking)
                    setOpen(true)
                  }}
                />
                <Pager
                  page={asked.page}
                  total={total}
                  onPage={(page) => setAsked((before) => ({ ...before, page }))}
                />
              </>
            )
          }
        </Answered>
      </Tabs>
      {chosen && (
        <RefundDialog
          key={`${chosen.id} ${chosen.amount_refunded}`}
          admin={admin}
          online={online}
          booking={chosen}
          open={open}
          onClose={() => setOpen(false)}
          onDone={answer.reload}
        />
      )}
    </section>
  )
}

type BookingTableProps = { bookings: AdminBooking[]; onRefund: (booking: AdminBooking) => void }

function BookingTable({ bookings, onRefund }: BookingTableProps) {
  return (
    <RecordTable
      label={COPY.bookings}
      rows={bookings}
      keyOf={({ id }) => id}
      columns={[
        { label: COPY.slot, cell: ({ slot_name }) => <span className="wrap-anywhere">{slot_name}</span> },
        {
          label: COPY.video,
          cell: ({ video_title }) => (
            <span className="line-clamp-2 wrap-anywhere">{video_title ?? COPY.gone}</span>
          ),
        },
        {
          label: COPY.buyer,
          cell: ({ buyer }) => <span className="wrap-anywhere">{buyer ?? COPY.nobody}</span>,
        },
        {
          label: COPY.period,
          cell: ({ start_date, duration }) => COPY.days(plainDay(start_date), duration),
        },
        { label: COPY.payment, cell: (booking) => <Payment {...booking} /> },
        {
          label: SHARED.actions,
          cell: (booking) =>
            refundable(booking) > 0 && (
              <Button
                size="sm"
                aria-label={COPY.refundNamed(booking.slot_name, booking.buyer ?? COPY.nobody)}
                onClick={() => onRefund(booking)}
              >
                {COPY.refund}
              </Button>
            ),
        },
      ]}
    />
  )
}

function Payment({ amount_paid, amount_refunded, payment_status, status }: AdminBooking) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="font-bold">{yen(amount_paid)}</span>
      <Badge tone={payment_status === 'succeeded' ? 'good' : 'plain'}>{PAYMENTS[payment_status]}</Badge>
      <Badge>{COPY.filters[status]}</Badge>
      {amount_refunded > 0 && (
        <span className="basis-full text-xs text-muted">{COPY.refundedPart(amount_refunded)}</span>
      )}
    </div>
  )
}
