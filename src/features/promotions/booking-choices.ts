import { useState } from 'react'
import * as v from 'valibot'
import type { Day } from '#domain/day.ts'
import { BOOKING_DURATIONS, type BookingDuration } from '#domain/promotions.ts'

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
const keyOf = (userId: string): string => `mirutomo-draft:${userId}:booking`

function read(userId: string): Choices {
  try {
    const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Choices), localStorage.getItem(keyOf(userId)))
    return kept.success ? kept.output : NONE
  } catch {
    return NONE
  }
}

function keep(userId: string, choices: Choices | null): void {
  try {
    if (choices === null) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), JSON.stringify(choices))
  } catch {
    // Storage that is full or forbidden: the choices still stand on the screen.
  }
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
