import * as v from 'valibot'
import type { Day } from '#domain/day.ts'
import { BOOKING_DURATIONS, type BookingDuration } from '#domain/promotions.ts'
import { useFormDraft } from '#ui/use-draft.ts'

const Choices = v.object({
  slotId: v.nullable(v.string()),
  duration: v.picklist(BOOKING_DURATIONS),
  start: v.nullable(v.pipe(v.string(), v.isoDate())),
  videoId: v.nullable(v.string()),
})
/** What a creator has chosen so far. */
export type Choices = {
  slotId: string | null
  duration: BookingDuration
  start: Day | null
  videoId: string | null
}

const NONE: Choices = { slotId: null, duration: BOOKING_DURATIONS[0], start: null, videoId: null }

/**
 * The choices survive a reload and a restart, until they have become a booking. Another tab's are not
 * offered.
 */
export function useChoices(userId: string): {
  choices: Choices
  choose: (changed: Partial<Choices>) => void
  forget: () => void
} {
  const { value, keep } = useFormDraft(userId, 'booking', Choices)
  const choices = value ?? NONE
  return { choices, choose: (changed) => keep({ ...choices, ...changed }), forget: () => keep(null) }
}
