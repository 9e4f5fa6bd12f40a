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

/** Those of which the device holds nothing: they expired, were given up, or never came. */
export async function missingOwnVideos(store: Pick<Store, 'collections'>): Promise<OwnVideos> {
  const own = await ownVideos(store)
  const { videos } = store.collections
  const byId = await videos.findByIds([...own.ids]).exec()
  const byYoutubeId = await videos.find({ selector: { youtube_id: { $in: [...own.youtubeIds] } } }).exec()
  const held = new Set(byYoutubeId.map(({ youtube_id }) => youtube_id))
  return {
    ids: new Set([...own.ids].filter((id) => !byId.has(id))),
    youtubeIds: new Set([...own.youtubeIds].filter((id) => !held.has(id))),
  }
}
