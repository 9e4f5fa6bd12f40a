import { lastDayOf, periodFrom, totalOf, type Slot } from '#domain/promotions.ts'
import { Button } from '#ui/button.tsx'
import { yen } from '#ui/yen.ts'
import type { Choices } from './booking-choices.ts'
import { COPY } from './copy.ts'
import { shortDay } from './days.ts'

type BookingSummaryProps = { slot: Slot | undefined; choices: Choices; canGoOn: boolean }

/** What has been chosen so far, from when until when, and what it costs. */
export function BookingSummary({ slot, choices: { start, duration }, canGoOn }: BookingSummaryProps) {
  const period = start === null ? null : periodFrom(start, duration)
  return (
    <section
      aria-labelledby="summary-heading"
      className="grid gap-3 rounded-xl border border-line bg-surface p-5 lg:sticky lg:top-24"
    >
      <h2 id="summary-heading" className="text-base">
        {COPY.summary}
      </h2>
      <dl
        aria-live="polite"
        className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm [&>dd]:text-end [&>dt]:text-muted"
      >
        <dt>{COPY.slots}</dt>
        <dd>{slot?.name ?? COPY.notChosen}</dd>
        <dt>{COPY.period}</dt>
        <dd>
          {period ? `${shortDay(period.start)}〜${shortDay(lastDayOf(period))}` : COPY.notChosen}
          <span className="block text-xs text-muted">{COPY.days(duration)}</span>
        </dd>
        <dt className="self-center">{COPY.total}</dt>
        <dd className="text-xl font-bold">{slot ? yen(totalOf(slot.pricePerDay, duration)) : '—'}</dd>
      </dl>
      <Button type="submit" variant="primary" wide disabled={!canGoOn}>
        {COPY.toConfirm}
      </Button>
    </section>
  )
}
