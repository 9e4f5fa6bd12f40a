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

/** Of a creator's own, the newest. */
const VIDEOS_SHOWN = 50
const BOOKINGS_SHOWN = 50

type Asking = Pick<App, 'rest'>

const ChannelRow = v.object({ channel_url: v.string(), channel_title: v.string() })
const mean = v.nullable(v.number())
const Averages = v.object({
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
const Day = v.object({ day: v.string(), rating_count: v.number(), average: v.number() })
const Report = v.object({
  booking_id: v.string(),
  day: v.string(),
  impressions: v.number(),
  clicks: v.number(),
})
const Booking = v.object({
  id: v.string(),
  status: v.picklist(BOOKING_STATUSES),
  payment_status: v.picklist(PAYMENT_STATUSES),
  start_date: v.string(),
  end_date: v.string(),
  amount_paid: v.number(),
  amount_refunded: v.number(),
  created_at: v.string(),
  slot: v.nullable(v.object({ name: v.string() })),
  video: v.nullable(v.object({ title: v.string() })),
})
const Price = v.object({
  price_per_day: v.number(),
  slot: v.object({ id: v.string(), name: v.string(), type: v.picklist(['home', 'search', 'video']) }),
})

/** The channel a person registered, null for who is no creator. Throws RestFailure, as all that follow. */
export async function loadChannel({ rest }: Asking, userId: string): Promise<Channel | null> {
  const { body } = await rest('youtuber_profiles', {
    params: { select: 'channel_url,channel_title', id: `eq.${userId}` },
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
      select:
        'id,status,payment_status,start_date,end_date,amount_paid,amount_refunded,created_at,slot:promotion_slots(name),video:videos(title)',
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
    params: { select: 'price_per_day,slot:promotion_slots!inner(id,name,type)', order: 'price_per_day.desc' },
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
