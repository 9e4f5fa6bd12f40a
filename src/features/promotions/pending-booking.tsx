import { useState, type ReactNode } from 'react'
import { heldUntil, type Booking, type CancelResult } from '#domain/promotions.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast-list.ts'
import { clockTime } from '#ui/japanese-date.ts'
import { CANCEL_FAILURES, COPY } from './copy.ts'
import { clockOf, useCountdown } from './use-countdown.ts'

/** The payment of a booking, in a dialog; closing it leaves the booking as it is. */
export type RenderPayment = (booking: Booking, onClose: () => void) => ReactNode

export type PendingBookingProps = {
  booking: Booking
  online: boolean
  renderPayment: RenderPayment
  cancel: (bookingId: string) => Promise<CancelResult>
  /** It was taken back, or turned out to be paid. */
  onChanged: () => void
  /** The payment was closed: it may have gone through. */
  onPaymentClosed?: () => void
  /** Right after it was made: the payment is open already. */
  paysAtOnce?: boolean
}

/** A booking that waits to be paid: until when, and the two ways out. */
export function PendingBooking({
  booking,
  online,
  renderPayment,
  cancel,
  onChanged,
  onPaymentClosed,
  paysAtOnce = false,
}: PendingBookingProps) {
  const [paying, setPaying] = useState(paysAtOnce)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const until = heldUntil(booking)
  const left = useCountdown(until)

  async function takeBack(): Promise<void> {
    setBusy(true)
    const result = await cancel(booking.id)
    setBusy(false)
    setAsking(false)
    showToast(
      result.ok
        ? { kind: 'success', message: COPY.cancelled }
        : { kind: 'error', message: CANCEL_FAILURES[result.code] },
    )
    if (result.ok || result.code === 'paid') onChanged()
  }

  return (
    <div className="grid gap-3 rounded-lg bg-caution-soft px-4 py-3 text-sm text-caution">
      {left > 0 ? (
        <>
          <p>
            {COPY.pendingBody(clockTime(until, 'japan'))}
            <span role="timer" className="ms-2 font-bold whitespace-nowrap">
              {COPY.remaining} {clockOf(left)}
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" size="sm" disabled={!online} onClick={() => setPaying(true)}>
              {COPY.pay}
            </Button>
            <Button size="sm" disabled={!online} onClick={() => setAsking(true)}>
              {COPY.cancel}
            </Button>
          </div>
        </>
      ) : (
        <p role="status">{COPY.settling}</p>
      )}
      {paying &&
        renderPayment(booking, () => {
          setPaying(false)
          onPaymentClosed?.()
        })}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={COPY.cancelTitle}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{COPY.keep}</Button>
            <Button variant="danger" busy={busy} onClick={() => void takeBack()}>
              {COPY.cancel}
            </Button>
          </>
        }
      >
        <p>{COPY.cancelBody}</p>
      </Dialog>
    </div>
  )
}
