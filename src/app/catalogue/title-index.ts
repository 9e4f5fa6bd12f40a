import type { RxCollection, RxDocumentData } from 'rxdb/plugins/core'
import {
  catchError,
  concat,
  filter,
  map,
  type Observable,
  of,
  shareReplay,
  switchMap,
  tap,
  throttleTime,
  timer,
} from 'rxjs'
import { searchableText } from '#domain/advanced-match.ts'
import {
  suggestionsIn,
  type Suggestion,
  type Title,
  titleOf,
  titlesContaining,
} from '#domain/title-search.ts'
import { everyDocument } from '#sync/collections/every-document.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'

type FoundVideo = RxDocumentData<VideoDocument>

type TitleIndex = {
  /** Every video of this device, newest first. */
  all$: Observable<readonly FoundVideo[]>
  /** Title and channel as they are searched. */
  foldedOf: (video: FoundVideo) => string
  /** Those whose title or channel contains the query; null while this device holds no video at all. */
  containing: (query: string) => Observable<FoundVideo[] | null>
  suggested: (query: string) => Observable<Suggestion[]>
}

/** A pull brings thousands, some hundreds at a time: they are put in order and looked through no more often than this, and only while somebody looks. */
const TOLD_EVERY_MS = 300
/** After a failure, which is seldom and passes. */
const READ_AGAIN_MS = 10_000

/** Newest first, as the database has them. */
function byAge({ video: one }: Title<FoundVideo>, { video: other }: Title<FoundVideo>): number {
  if (one.recent_key !== other.recent_key) return one.recent_key < other.recent_key ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/** Titles are read and folded at the first search, a few at a time, and kept current from then on: a keystroke looks through what is in memory. */
export function watchTitles(videos: RxCollection<VideoDocument>): TitleIndex {
  const known = new Map<string, Title<FoundVideo>>()
  let inOrder: readonly Title<FoundVideo>[] = []
  /** Told of since `inOrder` was made. */
  const changed = new Set<string>()
  const note = (documents: readonly FoundVideo[]): void => {
    for (const video of documents) {
      changed.add(video.id)
      if (video._deleted) known.delete(video.id)
      else known.set(video.id, titleOf(video))
    }
  }
  const titlesInOrder = (): readonly Title<FoundVideo>[] => {
    if (changed.size === 0) return inOrder
    const unchanged = inOrder.filter(({ video }) => !changed.has(video.id))
    const others = [...changed].flatMap((id) => known.get(id) ?? [])
    changed.clear()
    // A few behind many that are in order already are quick to sort
    return (inOrder = [...unchanged, ...others].toSorted(byAge))
  }
  const changed$ = everyDocument(videos, 'recent_key').pipe(
    tap(({ documents }) => note(documents)),
    filter(({ isWhole }) => isWhole),
    // What cannot be read is not there: the server is asked, until it can be read
    catchError((_error, again$) => concat(of(null), timer(READ_AGAIN_MS).pipe(switchMap(() => again$)))),
    shareReplay({ bufferSize: 1, refCount: false }),
  )
  const titles$ = changed$.pipe(
    throttleTime(TOLD_EVERY_MS, undefined, { leading: true, trailing: true }),
    map(titlesInOrder),
  )
  return {
    all$: titles$.pipe(map((titles) => titles.map(({ video }) => video))),
    foldedOf: (video) => known.get(video.id)?.folded ?? searchableText(video),
    containing: (query) =>
      titles$.pipe(map((titles) => (titles.length === 0 ? null : titlesContaining(titles, query)))),
    suggested: (query) => titles$.pipe(map((titles) => suggestionsIn(titles, query))),
  }
}
