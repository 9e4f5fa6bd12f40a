import { BOOKING_DURATIONS, totalOf, type BookingDuration } from '#domain/promotions.ts'
import { yen } from '#ui/yen.ts'
import { ChoiceCard } from './choice-card.tsx'
import { COPY } from './copy.ts'

type DurationChoiceProps = {
  chosen: BookingDuration
  /** Yen; null until a slot is chosen. */
  pricePerDay: number | null
  onChoose: (duration: BookingDuration) => void
}

export function DurationChoice({ chosen, pricePerDay, onChoose }: DurationChoiceProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {BOOKING_DURATIONS.map((days) => (
        <ChoiceCard key={days} name="duration" checked={days === chosen} onChoose={() => onChoose(days)}>
          <span className="font-bold">{COPY.days(days)}</span>
          {pricePerDay !== null && (
            <span className="ms-auto text-sm text-muted">{yen(totalOf(pricePerDay, days))}</span>
          )}
        </ChoiceCard>
      ))}
    </div>
  )
}
