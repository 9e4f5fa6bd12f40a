import type { Slot } from '#domain/promotions.ts'
import { slotPlaceText, slotsInPlace } from '#domain/slot-position.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { COPY } from './copy.ts'

type SlotChoiceProps = { slots: Slot[]; chosen: string | null; onChoose: (slotId: string) => void }

/** Every slot with where it is shown and what a day costs. */
export function SlotChoice({ slots, chosen, onChoose }: SlotChoiceProps) {
  if (slots.length === 0) return <EmptyState level={3} title={COPY.noSlots} body={COPY.noSlotsBody} />
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {slotsInPlace(slots, (slot) => slot).map(({ item: { id, name, type, pricePerDay }, position }) => (
        <ChoiceCard key={id} name="slot" checked={id === chosen} onChoose={() => onChoose(id)}>
          <span className="min-w-0 flex-1 basis-28">
            <span className="block font-bold">{name}</span>
            <span className="block text-sm text-muted [word-break:auto-phrase]">
              {slotPlaceText(type, position)}
            </span>
          </span>
          <span className="shrink-0 text-sm font-bold">{COPY.perDay(pricePerDay)}</span>
        </ChoiceCard>
      ))}
    </div>
  )
}
