import type { RxDocument } from 'rxdb/plugins/core'
import { combineLatest, map, type Observable, throttleTime } from 'rxjs'
import { type AdvancedCriteria, inOrder, matcherOf } from '#domain/advanced-search.ts'
import type { Page, Video } from '#domain/catalogue.ts'
import { HITS_COUNTED, SEARCH_PAGE_SIZE, TOP_VIDEOS_MIN_REVIEWS } from '#domain/limits.ts'
import type { Suggestion } from '#domain/title-search.ts'
import { isUuid } from '#domain/youtube.ts'
import { plain } from '#sync/collections/live.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'
import type { Store } from '#sync/store.ts'
import { pageOf, pageOfHits } from './server-catalogue.ts'
import { watchTitles } from './title-index.ts'

/** What this device itself holds of the catalogue; null where it holds nothing of what was asked. */
export type DeviceCatalogue = {
  top: (limit: number) => Observable<Video[] | null>
  recent: (limit: number) => Observable<Video[] | null>
  byGenre: (genreId: string, page: number) => Observable<Page<Video> | null>
  /** Nothing found is a page of nothing. */
  search: (query: string, page: number) => Observable<Page<Video> | null>
  suggest: (query: string) => Observable<Suggestion[]>
  /** Nothing found is a page of nothing. */
  advanced: (criteria: AdvancedCriteria, page: number) => Observable<Page<Video> | null>
  byId: (id: string) => Observable<Video | null>
}

const plainOrNull = (found: RxDocument<VideoDocument>[]): Video[] | null =>
  found.length > 0 ? found.map(plain) : null

const pageIn = <Found>(
  found: readonly Found[],
  page: number,
  videoOf: (one: Found) => Video,
): Page<Video> => {
  const shown = found.slice((page - 1) * SEARCH_PAGE_SIZE, Math.min(page * SEARCH_PAGE_SIZE, HITS_COUNTED))
  return pageOfHits(shown.map(videoOf), found.length, page)
}
const asIs = (video: Video): Video => video

/** A pull changes the first of a list with every page: what somebody looks at, or is about to press, moves no more often than this. */
const MOVES_EVERY_MS = 2_000
const seldom = <T>(list$: Observable<T>): Observable<T> =>
  list$.pipe(throttleTime(MOVES_EVERY_MS, undefined, { leading: true, trailing: true }))

export function createDeviceCatalogue({ collections: { videos } }: Store): DeviceCatalogue {
  const titles = watchTitles(videos)
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
    search: (query, page) =>
      titles.containing(query).pipe(map((found) => found && pageIn(found, page, asIs))),
    suggest: titles.suggested,
    advanced: (criteria, page) => {
      const matches = matcherOf(criteria, titles.foldedOf)
      return titles.all$.pipe(
        map((all) =>
          all.length === 0 ? null : pageIn(inOrder(all.filter(matches), criteria.order), page, asIs),
        ),
      )
    },
    byId: (id) => {
      const query = isUuid(id) ? videos.findOne(id) : videos.findOne({ selector: { youtube_id: id } })
      return query.$.pipe(map((video) => video?.toMutableJSON() ?? null))
    },
  }
}
