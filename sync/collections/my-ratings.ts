import { map, type Observable } from 'rxjs'
import { videoIdOf } from '#domain/video-id.ts'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import { type RatingDocument, ratingId } from './ratings.ts'
import { type VideoDocument, withVideos } from './videos.ts'

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
  return withVideos(store, withSync(store, 'ratings', documents(query)), ({ video_id }) =>
    videoIdOf(video_id),
  )
}

/** How many ratings of one's own there are. */
export const myRatingCount = (store: Store): Observable<number> =>
  store.collections.ratings.count({ selector: IS_THERE }).$

/** What one's own ratings say, in no order: empty for one that is a score only. */
export const myComments = (store: Store): Observable<{ comment: string }[]> =>
  documents(store.collections.ratings.find({ selector: IS_THERE }))
