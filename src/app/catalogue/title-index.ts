import type { RxCollection, RxDocument } from 'rxdb/plugins/core'
import { map, shareReplay, type Observable } from 'rxjs'
import { searchableText } from '#domain/advanced-search.ts'
import {
  suggestionsIn,
  titlesContaining,
  titlesOf,
  type Suggestion,
  type Titles,
} from '#domain/title-search.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'

export type FoundVideo = RxDocument<VideoDocument>

type TitleIndex = {
  /** Every video of this device, newest first. */
  all$: Observable<readonly FoundVideo[]>
  /** Title and channel as they are searched. */
  foldedOf: (video: FoundVideo) => string
  /** Those whose title or channel contains the query; null while this device holds no video at all. */
  containing: (query: string) => Observable<FoundVideo[] | null>
  suggested: (query: string) => Observable<Suggestion[]>
}

/** Titles are read and folded at the first search and kept current from then on: a keystroke looks through what is in memory. */
export function watchTitles(videos: RxCollection<VideoDocument>): TitleIndex {
  // RxDB hands out the same object for the same revision: a pull folds only what it changed.
  const known = new WeakMap<FoundVideo, string>()
  const foldedOf = (video: FoundVideo): string => {
    const folded = known.get(video) ?? searchableText(video)
    known.set(video, folded)
    return folded
  }
  const titles$: Observable<Titles<FoundVideo>> = videos.find({ sort: [{ recent_key: 'asc' }] }).$.pipe(
    map((found) => titlesOf(found, foldedOf)),
    shareReplay({ bufferSize: 1, refCount: false }),
  )
  return {
    all$: titles$.pipe(map((titles) => titles.videos)),
    foldedOf,
    containing: (query) =>
      titles$.pipe(map((titles) => (titles.videos.length === 0 ? null : titlesContaining(titles, query)))),
    suggested: (query) => titles$.pipe(map((titles) => suggestionsIn(titles, query))),
  }
}
