import type { Video } from './catalogue.ts'
import { addDays, beginningOf, type Day, dayInJapan } from './day.ts'
import { type ServerTime, timeOf } from './server-time.ts'

/** Days. */
export const BOOKING_DURATIONS = [7, 14, 30] as const
export type BookingDuration = (typeof BOOKING_DURATIONS)[number]

/** A booking starts tomorrow at the earliest, and so many days from today at the latest. */
export const BOOKING_MAX_AHEAD_DAYS = 90
/** So long a booking that is not paid for holds its days. */
export const BOOKING_HELD_MS = 30 * 60 * 1000
/** What was seen longer ago is not counted any more. */
export const PROMOTION_EVENT_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

export const PROMOTION_EVENT_KINDS = ['impression', 'click'] as const
/** impression: half in view for a second · click: opened. */
export type PromotionEventKind = (typeof PROMOTION_EVENT_KINDS)[number]

export type Slot = {
  id: string
  name: string
  /** The page on which it is shown. */
  type: 'home' | 'search' | 'video'
  /** Yen with tax. */
  pricePerDay: number
}

/** Days that are gone: from `start` until before `end`. */
export type Period = { start: Day; end: Day }

/** A booking as its buyer reads it; `createdAt` ISO 8601, amounts in yen with tax. */
export type Booking = Period & {
  id: string
  slot: Pick<Slot, 'id' | 'name' | 'type'>
  /** null once the video is gone. */
  video: Pick<Video, 'id' | 'youtube_id' | 'title' | 'thumbnail'> | null
  duration: number
  amount: number
  refunded: number
  status: 'pending' | 'active' | 'completed' | 'cancelled'
  paymentStatus: 'pending' | 'processing' | 'succeeded' | 'failed' | 'cancelled' | 'refunded'
  createdAt: string
}

export type OwnVideo = NonNullable<Booking['video']>

/** What became of a promotion within a time. */
export type PromotionCounts = { impressions: number; clicks: number }

/** `counts` by booking. */
export type OwnBookings = {
  bookings: Booking[]
  counts: ReadonlyMap<string, PromotionCounts>
}

/** The days on which a booking can start, the first and the last. */
export function startableDays(nowMs: ServerTime): { first: Day; last: Day } {
  const today = dayInJapan(nowMs)
  return { first: addDays(today, 1), last: addDays(today, BOOKING_MAX_AHEAD_DAYS) }
}

/** `end` is the day after the last one that is shown (spec §9: the start plus the duration). */
export const periodFrom = (start: Day, duration: number): Period => ({ start, end: addDays(start, duration) })
export const lastDayOf = ({ end }: Period): Day => addDays(end, -1)

const overlap = (one: Period, other: Period): boolean => one.start < other.end && other.start < one.end

/** Yen with tax. */
export const totalOf = (pricePerDay: number, duration: number): number => pricePerDay * duration

/** Why a booking cannot start on a day, null when it can. `overlap`: the day is free, but not all the days after it. */
export function startProblem(
  start: Day,
  duration: number,
  taken: readonly Period[],
  nowMs: ServerTime,
): 'too_early' | 'too_late' | 'taken' | 'overlap' | null {
  const { first, last } = startableDays(nowMs)
  if (start < first) return 'too_early'
  if (start > last) return 'too_late'
  if (taken.some((period) => overlap(periodFrom(start, 1), period))) return 'taken'
  return taken.some((period) => overlap(periodFrom(start, duration), period)) ? 'overlap' : null
}

/** Until when a booking can be paid for, in ms. */
export const heldUntil = ({ createdAt }: Pick<Booking, 'createdAt'>): number =>
  timeOf(createdAt) + BOOKING_HELD_MS

/** What a booking is for its buyer: `pending` waits to be paid; `settling` can be paid no more, and is let go soon unless the bank is still at it. */
export type BookingPhase =
  | 'pending'
  | 'settling'
  | 'upcoming'
  | 'running'
  | 'ended'
  | 'cancelled'
  | 'refunded'

export function phaseOf(booking: Booking, nowMs: ServerTime): BookingPhase {
  if (booking.status === 'cancelled') return booking.refunded > 0 ? 'refunded' : 'cancelled'
  if (booking.status === 'pending') return heldUntil(booking) > nowMs ? 'pending' : 'settling'
  if (beginningOf(booking.end) <= nowMs) return 'ended'
  return beginningOf(booking.start) <= nowMs ? 'running' : 'upcoming'
}

/** Yen that go back to a buyer who withdraws at this time: everything until the first day has begun, nothing from then on. */
export const refundOnWithdrawal = (
  { start, amount }: Pick<Booking, 'start' | 'amount'>,
  nowMs: ServerTime,
): number => (nowMs < beginningOf(start) ? amount : 0)

/** Clicks per impression, null where nothing was seen. */
export const clickRate = ({ impressions, clicks }: PromotionCounts): number | null =>
  impressions > 0 ? clicks / impressions : null

/** Why the server made no booking (function book_slot). Closed. */
export const BOOKING_REFUSALS = [
  'not_creator',
  'not_own_video',
  'slot_not_found',
  'video_not_found',
  'start_too_early',
  'start_too_late',
  'duration_unknown',
  'dates_taken',
  'price_unknown',
  'too_many_pending',
] as const
export type BookingRefusal = (typeof BOOKING_REFUSALS)[number]
export type BookingFailure = BookingRefusal | 'signed_out' | 'offline' | 'server'
export type BookingResult = { ok: true; booking: Booking } | { ok: false; code: BookingFailure }

/** Why a booking was not taken back. `paid`: it has been paid by now. */
export type CancelFailure = 'paid' | 'signed_out' | 'offline' | 'server'
export type CancelResult = { ok: true } | { ok: false; code: CancelFailure }
