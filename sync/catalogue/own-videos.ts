import type { VideoDocument } from '../collections/videos.ts'
import type { Store } from '../store.ts'

/** The videos that the person has something to do with: by their UUIDs and by their YouTube ids. */
export type OwnVideos = { ids: Set<string>; youtubeIds: Set<string> }

export async function ownVideos({ collections }: Pick<Store, 'collections'>): Promise<OwnVideos> {
  const [favorites, views, ratings] = await Promise.all([
    collections.favorites.find({ selector: { is_favorite: true } }).exec(),
    collections.history.find({ selector: { is_deleted: false } }).exec(),
    collections.ratings.find({ selector: { is_deleted: false } }).exec(),
  ])
  return {
    ids: new Set([...favorites, ...views].map(({ video_id }) => video_id)),
    youtubeIds: new Set(ratings.map(({ video_id }) => video_id)),
  }
}

export const isOwn = (own: OwnVideos, video: Pick<VideoDocument, 'id' | 'youtube_id'>): boolean =>
  own.ids.has(video.id) || own.youtubeIds.has(video.youtube_id)
