import type { RxCollection, RxDocument } from 'rxdb/plugins/core'
import { map, shareReplay, type Observable } from 'rxjs'
import { searchableText } from '#domain/advanced-search.ts'
import { foldForSearch } from '#domain/text.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'

export type FoundVideo = RxDocument<VideoDocument>

type TitleIndex = {
  /** Every video of this device, newest first. */
  all$: Observable<FoundVideo[]>
  /** Title and channel as they are searched. */
  foldedOf: (video: FoundVideo) => string
  /** Those whose title or channel contains the query. */
  containing: (query: string) => Observable<FoundVideo[]>
}

/** Titles are read and folded at the first search and kept current from then on. */
export function watchTitles(videos: RxCollection<VideoDocument>): TitleIndex {
  // RxDB hands out the same object for the same revision: a pull folds only what it changed.
  const known = new WeakMap<FoundVideo, string>()
  const foldedOf = (video: FoundVideo): string => {
    const folded = known.get(video) ?? searchableText(video)
    known.set(video, folded)
    return folded
  }
  const all$ = videos
    .find({ sort: [{ recent_key: 'asc' }] })
    .$.pipe(shareReplay({ bufferSize: 1, refCount: false }))
  return {
    all$,
    foldedOf,
    containing: (query) => {
      const wanted = foldForSearch(query.trim())
      return all$.pipe(map((found) => found.filter((video) => foldedOf(video).includes(wanted))))
    },
  }
}
