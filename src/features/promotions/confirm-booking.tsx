import { useEffect, useRef, type ReactNode } from 'react'
import { lastDayOf } from '#domain/promotions.ts'
import { Button } from '#ui/button.tsx'
import { COPY } from './copy.ts'
import { fullDay } from './days.ts'
import type { Wanted } from './wanted.ts'

type ConfirmBookingProps = {
  wanted: Wanted
  online: boolean
  busy: boolean
  onConfirm: () => void
  onBack: () => void
}

/** The last look before anything is promised: what, how many, the price, when and how it is paid, when it is shown, and what happens if it is given up. */
export function ConfirmBooking({ wanted, online, busy, onConfirm, onBack }: ConfirmBookingProps) {
  const { slot, video, duration, period, total } = wanted
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const items: [name: string, content: ReactNode][] = [
    [COPY.items.content, COPY.content(slot.name, duration, video.title || COPY.untitled)],
    [COPY.items.price, <strong key="price">{COPY.priceDetail(slot.pricePerDay, duration, total)}</strong>],
    [COPY.items.payment, COPY.paymentDetail],
    [COPY.items.delivery, COPY.deliveryDetail(fullDay(period.start), fullDay(lastDayOf(period)))],
    [COPY.items.expiry, COPY.expiryDetail],
    [
      COPY.items.withdrawal,
      <>
        {COPY.withdrawalDetail}
        <a href="/legal/commerce" target="_blank" rel="noopener" className="ms-1 underline">
          {COPY.commerce}
        </a>
      </>,
    ],
  ]
  return (
    <section aria-labelledby="confirm-heading" className="max-w-2xl">
      <h2 ref={heading} id="confirm-heading" tabIndex={-1} className="text-xl outline-none">
        {COPY.confirmTitle}
      </h2>
      <p className="mt-1 text-sm text-muted">{COPY.confirmLead}</p>
      <dl className="mt-5 divide-y divide-line rounded-xl border border-line bg-surface px-5">
        {items.map(([name, content]) => (
          <div key={name} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[11rem_1fr]">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="[word-break:auto-phrase]">{content}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" size="lg" busy={busy} disabled={!online} onClick={onConfirm}>
          {COPY.confirm}
        </Button>
        <Button size="lg" onClick={onBack}>
          {COPY.back}
        </Button>
      </div>
    </section>
  )
}
