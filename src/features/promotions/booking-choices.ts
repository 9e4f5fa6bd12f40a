import { useState } from 'react'
import * as v from 'valibot'
import type { Day } from '#domain/day.ts'
import { BOOKING_DURATIONS, type BookingDuration } from '#domain/promotions.ts'
import { draftKey, readDraft, writeDraft } from '#platform/drafts.ts'

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

/** Unfinished, like every draft: written with each choice, gone when the account leaves the device. */
const keyOf = (userId: string): string => draftKey(userId, 'booking')

function read(userId: string): Choices {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Choices), readDraft(keyOf(userId)))
  return kept.success ? kept.output : NONE
}

function keep(userId: string, choices: Choices | null): void {
  writeDraft(keyOf(userId), choices && JSON.stringify(choices))
}

/** The choices survive a reload and a restart, until they have become a booking. */
export function useChoices(userId: string): {
  choices: Choices
  choose: (changed: Partial<Choices>) => void
  forget: () => void
} {
  const [choices, setChoices] = useState(() => read(userId))
  return {
    choices,
    choose: (changed) => {
      const next = { ...choices, ...changed }
      keep(userId, next)
      setChoices(next)
    },
    forget: () => {
      keep(userId, null)
      setChoices(NONE)
    },
  }
}
