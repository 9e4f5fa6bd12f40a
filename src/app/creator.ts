import * as v from 'valibot'
import { CHANNEL_REFUSALS, type ChannelResult } from '#domain/channel.ts'
import {
  BOOKING_STATUSES,
  PAYMENT_STATUSES,
  type Channel,
  type DayRatings,
  type OwnAverages,
  type OwnBooking,
  type OwnVideos,
  type PromotionDay,
  type SlotPrice,
} from '#domain/creator.ts'
import type { App } from './app.ts'
import { askFunction, codeOfFailure, type FunctionSurroundings } from './ask-function.ts'
import { LIST_COLUMNS, readRows, VideoRow } from './catalogue/rows.ts'
import { readBody } from './rest.ts'
import { columnsOf, rowOf } from '#database/server-row.ts'

/** Of a creator's own, the newest. */
const VIDEOS_SHOWN = 50
const BOOKINGS_SHOWN = 50

type Asking = Pick<App, 'rest'>

const ChannelRow = rowOf('youtuber_profiles', { channel_url: v.string(), channel_title: v.string() })
const mean = v.nullable(v.number())
const Averages = rowOf('rpc/own_video_averages', {
  video_count: v.number(),
  rating_count: v.number(),
  review_count: v.number(),
  overall: mean,
  clarity: mean,
  entertainment: mean,
  originality: mean,
  quality: mean,
  reliability: mean,
  usefulness: mean,
})
const Day = rowOf('rpc/own_video_ratings', {
  day: v.string(),
  rating_count: v.number(),
  average: v.number(),
})
const Report = rowOf('rpc/promotion_report', {
  booking_id: v.string(),
  day: v.string(),
  impressions: v.number(),
  clicks: v.number(),
})
const BookingRow = rowOf('slot_bookings', {
  id: v.string(),
  status: v.picklist(BOOKING_STATUSES),
  payment_status: v.picklist(PAYMENT_STATUSES),
  start_date: v.string(),
  end_date: v.string(),
  amount_paid: v.number(),
  amount_refunded: v.number(),
  created_at: v.string(),
})
const SlotName = rowOf('promotion_slots', { name: v.string() })
const VideoTitle = rowOf('videos', { title: v.string() })
const Booking = v.object({
  ...BookingRow.entries,
  slot: v.nullable(SlotName),
  video: v.nullable(VideoTitle),
})
const PriceRow = rowOf('slot_prices', { price_per_day: v.number() })
const Slot = rowOf('promotion_slots', {
  id: v.string(),
  name: v.string(),
  type: v.picklist(['home', 'search', 'video']),
})
const Price = v.object({ ...PriceRow.entries, slot: Slot })

/** The channel a person registered, null for who is no creator. Throws RestFailure, as all that follow. */
export async function loadChannel({ rest }: Asking, userId: string): Promise<Channel | null> {
  const { body } = await rest('youtuber_profiles', {
    params: { select: columnsOf(ChannelRow), id: `eq.${userId}` },
    asPerson: true,
  })
  return readBody(v.array(ChannelRow), body)[0] ?? null
}

export async function loadOwnVideos({ rest }: Asking, userId: string): Promise<OwnVideos> {
  const { body, total } = await rest('videos', {
    params: {
      select: LIST_COLUMNS,
      youtuber: `eq.${userId}`,
      order: 'published_at.desc.nullslast,id',
      limit: String(VIDEOS_SHOWN),
    },
    countAll: true,
    asPerson: true,
  })
  const videos = readRows(VideoRow, body)
  return { videos, total: total ?? videos.length }
}

/** The ratings of all own videos, or of one (its UUID), in the last `days` days; days without any are left out. */
export async function loadDayRatings(
  { rest }: Asking,
  days: number,
  video: string | null,
): Promise<DayRatings[]> {
  const { body } = await rest('rpc/own_video_ratings', { body: { days, video }, asPerson: true })
  return readBody(v.array(Day), body)
}

export async function loadAverages({ rest }: Asking): Promise<OwnAverages> {
  const { body } = await rest('rpc/own_video_averages', { body: {}, asPerson: true })
  return readBody(v.tuple([Averages]), body)[0]
}

/** The newest first. */
export async function loadBookings({ rest }: Asking, userId: string): Promise<OwnBooking[]> {
  const { body } = await rest('slot_bookings', {
    params: {
      select: `${columnsOf(BookingRow)},slot:promotion_slots(${columnsOf(SlotName)}),video:videos(${columnsOf(VideoTitle)})`,
      // An admin reads everybody's
      user_id: `eq.${userId}`,
      order: 'created_at.desc,id',
      limit: String(BOOKINGS_SHOWN),
    },
    asPerson: true,
  })
  return readBody(v.array(Booking), body)
}

/** How the own bookings were seen in the last `days` days. */
export async function loadPromotionReport({ rest }: Asking, days: number): Promise<PromotionDay[]> {
  const { body } = await rest('rpc/promotion_report', { body: { days }, asPerson: true })
  return readBody(v.array(Report), body)
}

/** What slots cost; open to everybody. */
export async function loadSlotPrices({ rest }: Asking): Promise<SlotPrice[]> {
  const { body } = await rest('slot_prices', {
    params: {
      select: `${columnsOf(PriceRow)},slot:promotion_slots!inner(${columnsOf(Slot)})`,
      order: 'price_per_day.desc',
    },
  })
  return readBody(v.array(Price), body)
}

/**
 * Makes the person the creator of the channel at an address, once they have proved that it is theirs. Who
 * has another channel gives it up by `replace`. The device learns of it by the pull that follows.
 */
export async function registerChannel(
  app: FunctionSurroundings & Pick<App, 'keeper'>,
  order: { channel_url: string; replace: boolean },
): Promise<ChannelResult> {
  const asked = await askFunction(app, 'register-channel', order, ChannelRow)
  if (!asked.ok) return { ok: false, code: codeOfFailure(asked.failure, CHANNEL_REFUSALS) }
  const state = app.keeper.state.read()
  if (state.status === 'open') void state.opened.syncNow().catch(() => {})
  return { ok: true }
}
