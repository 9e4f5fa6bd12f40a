import { videoIdOf } from '#domain/video-id.ts'
import type { Store } from '../store.ts'

/** The ids of the videos that the person has something to do with. */
export async function ownVideos({ collections }: Pick<Store, 'collections'>): Promise<Set<string>> {
  const [favorites, views, ratings] = await Promise.all([
    collections.favorites.find({ selector: { is_favorite: true } }).exec(),
    collections.history.find({ selector: { is_deleted: false } }).exec(),
    collections.ratings.find({ selector: { is_deleted: false } }).exec(),
  ])
  return new Set([
    ...[...favorites, ...views].map(({ video_id }) => video_id),
    ...ratings.map(({ video_id }) => videoIdOf(video_id)),
  ])
}

/** Those of which the device holds nothing: they expired, were given up, or never came. */
export async function missingOwnVideos(store: Pick<Store, 'collections'>): Promise<string[]> {
  const own = [...(await ownVideos(store))]
  const held = await store.collections.videos.findByIds(own).exec()
  return own.filter((id) => !held.has(id))
}
