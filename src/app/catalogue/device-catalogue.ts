import type { RxDocument } from 'rxdb/plugins/core'
import {
  catchError,
  combineLatest,
  defer,
  map,
  type Observable,
  of,
  shareReplay,
  switchMap,
  throttleTime,
} from 'rxjs'
import type { Page, Video } from '#domain/catalogue.ts'
import { SEARCH_PAGE_SIZE, TOP_VIDEOS_MIN_REVIEWS } from '#domain/limits.ts'
import { videoIdOf } from '#domain/video-id.ts'
import { isUuid } from '#domain/youtube.ts'
import { plain } from '#sync/collections/live.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'
import type { Store } from '#sync/store.ts'
import type { DeviceSearch } from './device-search.ts'
import { pageOf } from './server-catalogue.ts'

/** What this device itself holds of the catalogue; null where it holds nothing of what was asked. */
export type DeviceCatalogue = DeviceSearch & {
  top: (limit: number) => Observable<Video[] | null>
  recent: (limit: number) => Observable<Video[] | null>
  byGenre: (genreId: string, page: number) => Observable<Page<Video> | null>
  byId: (id: string) => Observable<Video | null>
}

const plainOrNull = (found: RxDocument<VideoDocument>[]): Video[] | null =>
  found.length > 0 ? found.map(plain) : null

/** A pull changes the first of a list with every page: what somebody looks at, or is about to press, moves no more often than this. */
const MOVES_EVERY_MS = 2_000
const seldom = <T>(list$: Observable<T>): Observable<T> =>
  list$.pipe(throttleTime(MOVES_EVERY_MS, undefined, { leading: true, trailing: true }))

export function createDeviceCatalogue({ collections: { videos } }: Store): DeviceCatalogue {
  // Not with what home waits for. Where it cannot be loaded this device holds nothing that could be found
  const search$ = defer(() => import('./device-search.ts')).pipe(
    map(({ createDeviceSearch }) => createDeviceSearch(videos)),
    shareReplay({ bufferSize: 1, refCount: false }),
  )
  const searched = <Found>(
    ask: (device: DeviceSearch) => Observable<Found>,
    without: Found,
  ): Observable<Found> =>
    search$.pipe(
      catchError(() => of(null)),
      switchMap((device) => (device ? ask(device) : of(without))),
    )
  return {
    top: (limit) =>
      seldom(videos.find({ sort: [{ review_key: 'asc' }], limit }).$).pipe(
        map((found) => plainOrNull(found.filter((video) => video.review_count >= TOP_VIDEOS_MIN_REVIEWS))),
      ),
    recent: (limit) => seldom(videos.find({ sort: [{ recent_key: 'asc' }], limit }).$).pipe(map(plainOrNull)),
    byGenre: (genreId, page) => {
      const selector = { genre_id: genreId }
      const [skip, limit] = [(page - 1) * SEARCH_PAGE_SIZE, SEARCH_PAGE_SIZE]
      const shown$ = videos.find({
        selector,
        sort: [{ genre_id: 'asc' }, { review_key: 'asc' }],
        skip,
        limit,
      }).$
      return seldom(combineLatest([shown$, videos.count({ selector }).$])).pipe(
        map(([shown, total]) => (total === 0 ? null : pageOf(shown.map(plain), total, page))),
      )
    },
    search: (query, page) => searched((device) => device.search(query, page), null),
    suggest: (query) => searched((device) => device.suggest(query), []),
    advanced: (criteria, page) => searched((device) => device.advanced(criteria, page), null),
    byId: (id) =>
      videos.findOne(isUuid(id) ? id : videoIdOf(id)).$.pipe(map((video) => video?.toMutableJSON() ?? null)),
  }
}
