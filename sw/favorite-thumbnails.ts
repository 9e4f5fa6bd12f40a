import { firstValueFrom } from 'rxjs'
import { thumbnailOf } from '#domain/youtube.ts'
import { favoriteVideos } from '#sync/collections/favorites.ts'
import type { Store } from '#sync/store.ts'

/** The newest so many; the cache keeps 500 pictures in all. */
const KEPT = 200

/** Addresses of the pictures of the newest favourites (the page asks for the same: src/app/store/keep-thumbnails.ts). */
export async function favoriteThumbnails(store: Store, base: string): Promise<string[]> {
  const favorites = await firstValueFrom(favoriteVideos(store))
  return favorites.slice(0, KEPT).flatMap(({ video }) => (video === null ? [] : [thumbnailOf(video, base)]))
}
