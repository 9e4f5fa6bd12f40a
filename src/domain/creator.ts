import type { Video } from './catalogue.ts'
import type { Axis } from './rating.ts'

export type Channel = { channel_url: string; channel_title: string }

/** A creator's own videos, the newest first, as far as they are listed; `total` counts all. */
export type OwnVideos = { videos: Video[]; total: number }

/** How all own videos were rated on one day in Japan (YYYY-MM-DD). */
export type DayRatings = { day: string; rating_count: number; average: number }

/** What all ratings of the own videos say together; null where nobody rated. */
export type OwnAverages = {
  video_count: number
  rating_count: number
  review_count: number
  overall: number | null
} & Record<Axis, number | null>

/** How often a booking was shown and pressed on one day in Japan (YYYY-MM-DD). */
export type PromotionDay = { booking_id: string; day: string; impressions: number; clicks: number }

export const BOOKING_STATUSES = ['pending', 'active', 'completed', 'cancelled'] as const
export const PAYMENT_STATUSES = [
  'pending',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'refunded',
] as const

/** Days are those of Japan; `end_date` is the first on which it is shown no more. Yen. */
export type OwnBooking = {
  id: string
  status: (typeof BOOKING_STATUSES)[number]
  payment_status: (typeof PAYMENT_STATUSES)[number]
  start_date: string
  end_date: string
  amount_paid: number
  amount_refunded: number
  created_at: string
  slot: { name: string } | null
  video: { title: string } | null
}

/** What a slot costs, in yen with tax. */
export type SlotPrice = {
  price_per_day: number
  slot: { id: string; name: string; type: 'home' | 'search' | 'video' }
}
