import * as v from 'valibot'
import { dayInJapan, addDays } from '#domain/day.ts'
import {
  BOOKING_REFUSALS,
  BOOKING_DURATIONS,
  BOOKING_MAX_AHEAD_DAYS,
  type Booking,
  type BookingFailure,
  type BookingResult,
  type CancelResult,
  type OwnBookings,
  type OwnVideo,
  type Period,
  type PromotionCounts,
  type Slot,
} from '#domain/promotions.ts'
import { serverNow } from '#platform/clock.ts'
import type { App } from './app.ts'
import { readBody, RestFailure } from './rest.ts'
import { columnsOf, rowOf } from '#database/server-row.ts'

const REPORT_DAYS = 400
const MAX_VIDEOS = 200

const SlotType = v.picklist(['home', 'search', 'video'])
const Place = rowOf('promotion_slots', { id: v.string(), name: v.string(), type: SlotType })
const Price = rowOf('slot_prices', { price_per_day: v.number() })
const Slots = v.array(
  v.pipe(
    v.object({ ...Place.entries, price: Price }),
    v.transform(({ price, ...slot }): Slot => ({ ...slot, pricePerDay: price.price_per_day })),
  ),
)
const Periods = v.array(
  v.pipe(
    rowOf('rpc/taken_dates', { start_date: v.string(), end_date: v.string() }),
    v.transform(({ start_date, end_date }): Period => ({ start: start_date, end: end_date })),
  ),
)
const OwnVideoRow = rowOf('videos', {
  id: v.string(),
  youtube_id: v.string(),
  title: v.string(),
  thumbnail: v.nullish(v.string(), null),
})
const BookingRow = rowOf('slot_bookings', {
  id: v.string(),
  start_date: v.string(),
  end_date: v.string(),
  duration: v.number(),
  amount_paid: v.number(),
  amount_refunded: v.number(),
  status: v.picklist(['pending', 'active', 'completed', 'cancelled']),
  payment_status: v.picklist(['pending', 'processing', 'succeeded', 'failed', 'cancelled', 'refunded']),
  created_at: v.string(),
})
const BookingWithPlace = v.object({
  ...BookingRow.entries,
  slot: Place,
  video: v.nullable(OwnVideoRow),
})
const Counts = rowOf('rpc/promotion_report', {
  booking_id: v.string(),
  impressions: v.number(),
  clicks: v.number(),
})

type Asking = Pick<App, 'rest'>

const bookingOf = (
  row: v.InferOutput<typeof BookingRow>,
  slot: Booking['slot'],
  video: Booking['video'],
): Booking => ({
  id: row.id,
  slot: { id: slot.id, name: slot.name, type: slot.type },
  video,
  start: row.start_date,
  end: row.end_date,
  duration: row.duration,
  amount: row.amount_paid,
  refunded: row.amount_refunded,
  status: row.status,
  paymentStatus: row.payment_status,
  createdAt: row.created_at,
})

/** The slots that have a price. With the person's token, so that no kept answer tells an old one. Throws RestFailure. */
export async function loadSlots({ rest }: Asking): Promise<Slot[]> {
  const select = `${columnsOf(Place)},price:slot_prices!inner(${columnsOf(Price)})`
  const { body } = await rest('promotion_slots', {
    params: { select, order: 'type,name,id' },
    asPerson: true,
  })
  return readBody(Slots, body)
}

/** The days of a slot that are taken, as far ahead as a booking can reach. Throws RestFailure. */
export async function loadTaken({ rest }: Asking, slot: string): Promise<Period[]> {
  const today = dayInJapan(serverNow())
  const longest = Math.max(...BOOKING_DURATIONS)
  const until = addDays(today, BOOKING_MAX_AHEAD_DAYS + longest + 1)
  const { body } = await rest('rpc/taken_dates', {
    body: { slot, from_day: today, until_day: until },
    asPerson: true,
  })
  return readBody(Periods, body)
}

/** The person's own videos, the newest first. Throws RestFailure. */
export async function loadOwnVideos({ rest }: Asking, userId: string): Promise<OwnVideo[]> {
  const { body } = await rest('videos', {
    params: {
      select: columnsOf(OwnVideoRow),
      youtuber: `eq.${userId}`,
      order: 'published_at.desc.nullslast,id',
      limit: String(MAX_VIDEOS),
    },
    asPerson: true,
  })
  return readBody(v.array(OwnVideoRow), body)
}

/** The person's bookings, the newest first, with what became of them. Throws RestFailure. */
export async function loadBookings({ rest }: Asking, userId: string): Promise<OwnBookings> {
  const select = `${columnsOf(BookingRow)},slot:promotion_slots(${columnsOf(Place)}),video:videos(${columnsOf(OwnVideoRow)})`
  const [bookings, report] = await Promise.all([
    // An admin reads everybody's
    rest('slot_bookings', {
      params: { select, user_id: `eq.${userId}`, order: 'created_at.desc,id' },
      asPerson: true,
    }),
    rest('rpc/promotion_report', { body: { days: REPORT_DAYS }, asPerson: true }),
  ])
  const counts = new Map<string, PromotionCounts>()
  for (const { booking_id, impressions, clicks } of readBody(v.array(Counts), report.body)) {
    const sofar = counts.get(booking_id) ?? { impressions: 0, clicks: 0 }
    counts.set(booking_id, { impressions: sofar.impressions + impressions, clicks: sofar.clicks + clicks })
  }
  return {
    bookings: readBody(v.array(BookingWithPlace), bookings.body).map((row) =>
      bookingOf(row, row.slot, row.video),
    ),
    counts,
  }
}

const FAILURES: Readonly<Record<string, BookingFailure>> = {
  offline: 'offline',
  timeout: 'offline',
  signed_out: 'signed_out',
}

function bookingFailure(error: unknown): BookingFailure {
  if (!(error instanceof RestFailure)) return 'server'
  if (v.is(v.picklist(BOOKING_REFUSALS), error.hint)) return error.hint
  return FAILURES[error.code] ?? 'server'
}

/** Asks the server for the days; it says what they cost. Nothing is paid yet. */
export async function bookSlot(
  { rest }: Asking,
  wanted: { slot: Slot; video: OwnVideo; start: string; duration: number },
): Promise<BookingResult> {
  const { slot, video, start, duration } = wanted
  try {
    const { body } = await rest('rpc/book_slot', {
      body: { slot: slot.id, video: video.id, starts: start, days: duration },
      asPerson: true,
    })
    return { ok: true, booking: bookingOf(readBody(BookingRow, body), slot, video) }
  } catch (error) {
    return { ok: false, code: bookingFailure(error) }
  }
}

/** Takes back a booking that is not paid. */
export async function cancelBooking({ rest }: Asking, booking: string): Promise<CancelResult> {
  try {
    await rest('rpc/cancel_booking', { body: { booking }, asPerson: true })
    return { ok: true }
  } catch (error) {
    if (error instanceof RestFailure && error.hint === 'booking_not_pending')
      return { ok: false, code: 'paid' }
    const failure = bookingFailure(error)
    return { ok: false, code: failure === 'offline' || failure === 'signed_out' ? failure : 'server' }
  }
}
