import { useEffect, useRef } from 'react'
import type { OwnBooking } from '#domain/creator.ts'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { COPY } from './copy.ts'
import { longDay } from './days.ts'
import type { Loaded } from '#ui/use-loaded.ts'

const ASK_EVERY_MS = 4_000
/** Who waits longer opens the page again. */
const MOST_ASKS = 75

type PaymentNewsProps = { bookings: Loaded<OwnBooking[]>; online: boolean }

/** Somebody says that they come from paying. Nothing is taken for paid before the server says so of the newest booking. */
export function PaymentNews({ bookings, online }: PaymentNewsProps) {
  const newest = bookings.value?.[0]
  const payment = newest?.payment_status
  const isSettled = payment !== undefined && payment !== 'pending' && payment !== 'processing'
  useAskingAgain(bookings.reload, online && !isSettled)

  if (newest && payment === 'succeeded') {
    return (
      <p
        role="status"
        className="flex gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm text-good"
      >
        <Icon name="checkCircle" size={20} className="mt-0.5" />
        {COPY.paymentConfirmed(newest.slot?.name ?? COPY.goneSlot, longDay(newest.start_date))}
      </p>
    )
  }
  if (isSettled) {
    return (
      <p role="alert" className="flex gap-3 rounded-lg bg-caution-soft px-4 py-3 text-sm text-caution">
        <Icon name="alert" size={20} className="mt-0.5" />
        {COPY.paymentFailed}
      </p>
    )
  }
  return (
    <div role="status" className="flex gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <Spinner size="sm" color="current" />
      <div>
        <p className="font-bold">{COPY.paymentChecking}</p>
        <p className="text-muted [word-break:auto-phrase]">{COPY.paymentCheckingHint}</p>
      </div>
    </div>
  )
}

function useAskingAgain(ask: () => void, wanted: boolean): void {
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!wanted) return
    let left = MOST_ASKS
    const timer = setInterval(() => {
      if (left-- > 0) latest.current()
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [wanted])
}
