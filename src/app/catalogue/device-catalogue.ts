import type { RxDocument } from 'rxdb/plugins/core'
import { map, type Observable } from 'rxjs'
import type { Page, Video } from '#domain/catalogue.ts'
import { SEARCH_PAGE_SIZE, TOP_VIDEOS_MIN_REVIEWS } from '#domain/limits.ts'
import { isUuid } from '#domain/youtube.ts'
import type { VideoDocument } from '#sync/collections/videos.ts'
import type { Store } from '#sync/store.ts'
import { pageOf } from './server-catalogue.ts'
import { watchTitles } from './title-index.ts'

/** What this device itself holds of the catalogue; null where it holds nothing of what was asked. */
export type DeviceCatalogue = {
  top: (limit: number) => Observable<Video[] | null>
  recent: (limit: number) => Observable<Video[] | null>
  byGenre: (genreId: string, page: number) => Observable<Page<Video> | null>
  search: (query: string, page: number) => Observable<Page<Video> | null>
  byId: (id: string) => Observable<Video | null>
}

type Found = RxDocument<VideoDocument>

const plain = (found: Found[]): Video[] => found.map((video) => video.toMutableJSON())
const plainOrNull = (found: Found[]): Video[] | null => (found.length > 0 ? plain(found) : null)

function cut(found: Found[], page: number, size: number): Page<Video> | null {
  if (found.length === 0) return null
  return pageOf(plain(found.slice((page - 1) * size, page * size)), found.length, page, size)
}

export function createDeviceCatalogue({ collections: { videos } }: Store): DeviceCatalogue {
  const titles = watchTitles(videos)
  return {
    top: (limit) =>
      videos
        .find({ sort: [{ review_key: 'asc' }], limit })
        .$.pipe(
          map((found) => plainOrNull(found.filter((video) => video.review_count >= TOP_VIDEOS_MIN_REVIEWS))),
        ),
    recent: (limit) => videos.find({ sort: [{ recent_key: 'asc' }], limit }).$.pipe(map(plainOrNull)),
    byGenre: (genreId, page) =>
      videos
        .find({ selector: { genre_id: genreId }, sort: [{ genre_id: 'asc' }, { review_key: 'asc' }] })
        .$.pipe(map((found) => cut(found, page, SEARCH_PAGE_SIZE))),
    search: (query, page) => titles(query).pipe(map((found) => cut(found, page, SEARCH_PAGE_SIZE))),
    byId: (id) => {
      const query = isUuid(id) ? videos.findOne(id) : videos.findOne({ selector: { youtube_id: id } })
      return query.$.pipe(map((video) => video?.toMutableJSON() ?? null))
    },
  }
}
