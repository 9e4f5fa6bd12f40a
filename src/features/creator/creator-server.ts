import type { ChannelResult } from '#domain/channel.ts'
import type {
  Channel,
  DayRatings,
  OwnAverages,
  OwnBooking,
  OwnVideos,
  PromotionDay,
} from '#domain/creator.ts'
import type { Ask } from '#ui/use-loaded.ts'
import type { ImportResult } from '#domain/youtube-video.ts'
import type { Period } from './days.ts'

/** What the dashboard asks the server for; each question rejects when the server cannot be asked. The same object from render to render. */
export type CreatorServer = {
  /** A creator by an admin's word alone has registered none. */
  channel: Ask<{ channel: Channel | null }>
  videos: Ask<OwnVideos>
  averages: Ask<OwnAverages>
  /** Of all own videos, or of the one with this UUID. */
  ratings: (period: Period, video: string | null) => Ask<{ period: Period; days: DayRatings[] }>
  bookings: Ask<OwnBooking[]>
  report: (period: Period) => Ask<{ period: Period; rows: PromotionDay[] }>
  /** By its address. */
  registerChannel: (channelUrl: string) => Promise<ChannelResult>
  changeChannel: (channelUrl: string) => Promise<ChannelResult>
  importVideos: (order: { videos: string[]; genre_id: string | null }) => Promise<ImportResult>
}
