import { useLayoutEffect, useRef } from 'react'
import { lastDayOf, type Booking } from '#domain/promotions.ts'
import { Button } from '#ui/button.tsx'
import { yen } from '#ui/yen.ts'
import { COPY } from './copy.ts'
import { shortDay } from './days.ts'
import { PendingBooking, type PendingBookingProps } from './pending-booking.tsx'
import { Phrases } from '#ui/phrases.tsx'

type BookedScreenProps = Pick<PendingBookingProps, 'online' | 'renderPayment' | 'cancel'> & {
  booking: Booking
  /** Yen that the person agreed to. */
  shown: number
  onAgain: () => void
  onDone: () => void
}

/** The days are held, and waiting to be paid. Nobody is charged another price than the one they agreed to without being told. */
export function BookedScreen({ booking, shown, onAgain, onDone, ...pending }: BookedScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isAsAgreed = booking.amount === shown
  // Before the payment's dialog takes the focus, which comes back here when it closes
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="booked-heading" className="grid max-w-2xl gap-5">
      <h1 ref={heading} id="booked-heading" tabIndex={-1} className="text-2xl outline-none">
        <Phrases>{COPY.pendingTitle}</Phrases>
      </h1>
      <p>
        {booking.slot.name}・{shortDay(booking.start)}〜{shortDay(lastDayOf(booking))}・{yen(booking.amount)}
      </p>
      {!isAsAgreed && (
        <p role="alert" className="rounded-md bg-caution-soft px-4 py-3 text-sm text-caution">
          {COPY.priceChanged(booking.amount)}
        </p>
      )}
      <PendingBooking {...pending} booking={booking} paysAtOnce={isAsAgreed} onChanged={onDone} />
      <Button variant="quiet" className="justify-self-start" onClick={onAgain}>
        {COPY.again}
      </Button>
    </section>
  )
}
