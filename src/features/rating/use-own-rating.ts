import { useMemo } from 'react'
import { map } from 'rxjs'
import type { WithSync } from '#sync/collections/live.ts'
import { myRating } from '#sync/collections/my-ratings.ts'
import type { RatingDocument } from '#sync/collections/ratings.ts'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'

export type OwnRating = WithSync<RatingDocument>

/** The person's rating of a video, from the device; undefined while it is read, null when there is none. */
export function useOwnRating(store: Store, youtubeId: string): OwnRating | null | undefined {
  const live = useMemo(
    () => myRating(store, youtubeId).pipe(map((found): OwnRating | null => found ?? null)),
    [store, youtubeId],
  )
  return useLive<OwnRating | null | undefined>(live, undefined)
}
