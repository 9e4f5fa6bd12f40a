import type { Day } from '#domain/day.ts'
import type { ServerTime } from '#domain/server-time.ts'
import {
  periodFrom,
  startProblem,
  totalOf,
  type BookingDuration,
  type OwnVideo,
  type Period,
  type Slot,
} from '#domain/promotions.ts'
import type { Choices } from './booking-choices.ts'
import { COPY } from './copy.ts'

/** A booking that could be asked for, with what it will cost (yen with tax). */
export type Wanted = {
  slot: Slot
  video: OwnVideo
  start: Day
  duration: BookingDuration
  period: Period
  total: number
}

/** What is still missing, by where it is chosen. */
export type Missing = Partial<Record<'slot' | 'start' | 'video', string>>

type Offer = {
  slots: readonly Slot[]
  videos: readonly OwnVideo[]
  taken: readonly Period[]
  nowMs: ServerTime
}

/** What was chosen as something that can be booked; what stands in the way where it cannot. */
export function wantedOf(
  { slotId, duration, start, videoId }: Choices,
  { slots, videos, taken, nowMs }: Offer,
): { wanted: Wanted | null; missing: Missing } {
  const slot = slots.find(({ id }) => id === slotId)
  const video = videos.find(({ id }) => id === videoId)
  const isFree = start !== null && startProblem(start, duration, taken, nowMs) === null
  if (slot && video && isFree) {
    const period = periodFrom(start, duration)
    return {
      wanted: { slot, video, start, duration, period, total: totalOf(slot.pricePerDay, duration) },
      missing: {},
    }
  }
  return {
    wanted: null,
    missing: {
      ...(!slot && { slot: COPY.missing.slot }),
      ...(!isFree && { start: start === null ? COPY.missing.start : COPY.startGone }),
      ...(!video && { video: COPY.missing.video }),
    },
  }
}
