import { map, type Observable, switchMap } from 'rxjs'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import { type RatingDocument, ratingId } from './ratings.ts'
import type { VideoDocument } from './videos.ts'

/** One's own rating of this video with its sync state, undefined while there is none. */
export function myRating(store: Store, youtubeId: string): Observable<WithSync<RatingDocument> | undefined> {
  const query = store.collections.ratings.find({ selector: { id: ratingId(store.userId, youtubeId) } })
  return withSync(store, 'ratings', documents(query)).pipe(
    map(([doc]) => (doc?.is_deleted === false ? doc : undefined)),
  )
}

/** A rating with its video, null while the device does not hold it. */
export type RatingItem = WithSync<RatingDocument> & { video: VideoDocument | null }

const IS_THERE = { is_deleted: false }

/** One's own ratings, the last edited first. */
export function myRatings(store: Store, limit = 100): Observable<RatingItem[]> {
  const query = store.collections.ratings.find({
    selector: IS_THERE,
    sort: [{ recent_key: 'asc' }],
    limit,
  })
  return withSync(store, 'ratings', documents(query)).pipe(
    switchMap((items) => {
      const youtubeIds = items.map(({ video_id }) => video_id)
      const videos = store.collections.videos.find({ selector: { youtube_id: { $in: youtubeIds } } })
      return documents(videos).pipe(
        map((found) => {
          const byYoutubeId = new Map(found.map((video) => [video.youtube_id, video]))
          return items.map((item) => ({ ...item, video: byYoutubeId.get(item.video_id) ?? null }))
        }),
      )
    }),
  )
}

/** How many ratings of one's own there are. */
export const myRatingCount = (store: Store): Observable<number> =>
  store.collections.ratings.count({ selector: IS_THERE }).$

/** What one's own ratings say, in no order: empty for one that is a score only. */
export const myComments = (store: Store): Observable<{ comment: string }[]> =>
  documents(store.collections.ratings.find({ selector: IS_THERE }))
