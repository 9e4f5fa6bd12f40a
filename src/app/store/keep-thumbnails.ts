import type { Subscription } from 'rxjs'
import { favoriteVideos } from '#sync/collections/favorites.ts'
import type { Store } from '#sync/store.ts'
import { thumbnailOf } from '#domain/youtube.ts'
import { dropPicture } from '#platform/drop-picture.ts'
import type { ObservableValue } from '#platform/observable-value.ts'

/** The newest so many; the worker keeps 500 pictures in all. */
const KEPT = 200

/**
 * Asks for the pictures of the favourites while there is a connection, so that the worker keeps them: a favourite made in the tunnel, or on another
 * device, has its picture in the next tunnel. The worker does the same after a sync of its own (sw/favorite-thumbnails.ts).
 */
export function keepFavoriteThumbnails(
  store: Store,
  base: string,
  online: ObservableValue<boolean>,
): Subscription {
  const asked = new Set<string>()
  let wanted: string[] = []
  const ask = () => {
    if (!online.read()) return
    for (const url of wanted) {
      if (asked.has(url)) continue
      asked.add(url)
      const image = new Image()
      image.onerror = () => {
        asked.delete(url)
        void dropPicture(url)
      }
      image.src = url
    }
  }
  const watching = favoriteVideos(store, KEPT).subscribe((items) => {
    wanted = items.flatMap(({ video }) => (video === null ? [] : [thumbnailOf(video, base)]))
    ask()
  })
  const { unsubscribe } = online.subscribe(ask)
  watching.add(unsubscribe)
  return watching
}
