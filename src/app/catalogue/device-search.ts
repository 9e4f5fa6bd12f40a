import type { RxCollection } from 'rxdb/plugins/core'
import { map, type Observable } from 'rxjs'
import { inOrder, matcherOf } from '#domain/advanced-match.ts'
import type { AdvancedCriteria } from '#domain/advanced-search.ts'
import type { Page, Video } from '#domain/catalogue.ts'
import { HITS_COUNTED, SEARCH_PAGE_SIZE } from '#domain/limits.ts'
import type { Suggestion } from '#domain/title-search.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'
import { pageOfHits } from './server-catalogue.ts'
import { watchTitles } from './title-index.ts'

/** Nothing found is a page of nothing; null where this device holds no video at all. */
export type DeviceSearch = {
  search: (query: string, page: number) => Observable<Page<Video> | null>
  suggest: (query: string) => Observable<Suggestion[]>
  advanced: (criteria: AdvancedCriteria, page: number) => Observable<Page<Video> | null>
}

function pageIn(found: readonly Video[], page: number): Page<Video> {
  const shown = found.slice((page - 1) * SEARCH_PAGE_SIZE, Math.min(page * SEARCH_PAGE_SIZE, HITS_COUNTED))
  return pageOfHits([...shown], found.length, page)
}

/** Search in what this device holds of the catalogue. */
export function createDeviceSearch(videos: RxCollection<VideoDocument>): DeviceSearch {
  const titles = watchTitles(videos)
  return {
    search: (query, page) => titles.containing(query).pipe(map((found) => found && pageIn(found, page))),
    suggest: titles.suggested,
    advanced: (criteria, page) => {
      const matches = matcherOf(criteria, titles.foldedOf)
      return titles.all$.pipe(
        map((all) => (all.length === 0 ? null : pageIn(inOrder(all.filter(matches), criteria.order), page))),
      )
    },
  }
}
