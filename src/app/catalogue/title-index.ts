import type { RxCollection, RxDocument } from 'rxdb/plugins/core'
import { map, shareReplay, type Observable } from 'rxjs'
import { foldForSearch } from '#domain/text.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'

type FoundVideo = RxDocument<VideoDocument>

/** Between title and channel, so that no query matches across both. */
const SEPARATOR = '\n'

/**
 * Videos of this device whose title or channel contains the query, newest first. Titles are read and folded at the first
 * search and kept current from then on.
 */
export function watchTitles(
  videos: RxCollection<VideoDocument>,
): (query: string) => Observable<FoundVideo[]> {
  // RxDB hands out the same object for the same revision: a pull folds only what it changed.
  const known = new WeakMap<FoundVideo, string>()
  const foldedOf = (video: FoundVideo): string => {
    const folded = known.get(video) ?? foldForSearch(`${video.title}${SEPARATOR}${video.channel_title}`)
    known.set(video, folded)
    return folded
  }
  const all$ = videos
    .find({ sort: [{ recent_key: 'asc' }] })
    .$.pipe(shareReplay({ bufferSize: 1, refCount: false }))
  return (query) => {
    const wanted = foldForSearch(query.trim())
    return all$.pipe(map((found) => found.filter((video) => foldedOf(video).includes(wanted))))
  }
}
