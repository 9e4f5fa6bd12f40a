import type { ChannelResult } from '#domain/channel.ts'
import type {
  Channel,
  DayRatings,
  OwnAverages,
  OwnBooking,
  OwnVideos,
  PromotionDay,
} from '#domain/creator.ts'
import type { ImportResult } from '#domain/youtube-video.ts'

/** What the dashboard asks the server for; each function rejects when the server cannot be asked. The same object from render to render. */
export type CreatorServer = {
  /** A creator by an admin's word alone has registered none. */
  channel: () => Promise<{ channel: Channel | null }>
  videos: () => Promise<OwnVideos>
  averages: () => Promise<OwnAverages>
  /** Of all own videos, or of the one with this UUID. */
  ratings: (days: number, video: string | null) => Promise<DayRatings[]>
  bookings: () => Promise<OwnBooking[]>
  report: (days: number) => Promise<PromotionDay[]>
  registerChannel: (channel: Channel) => Promise<ChannelResult>
  changeChannel: (channel: Channel) => Promise<ChannelResult>
  importVideos: (order: { videos: string[]; genre_id: string | null }) => Promise<ImportResult>
}
