import { deleteRating, rateVideo, type RatingEdit } from '#sync/collections/ratings.ts'
import { InvalidWriteError } from '#sync/collections/write.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast.tsx'
import { COPY } from './copy.ts'

const lastWrites = new WeakMap<Store, Promise<boolean>>()

/** Writes happen in the order of the presses: each waits for the one before, so that a fast second press never lands first. */
function inOrder(store: Store, write: () => Promise<void>): Promise<boolean> {
  const before = lastWrites.get(store) ?? Promise.resolve(true)
  const done = before.then(write).then(
    () => true,
    (error: unknown) => {
      showToast({ kind: 'error', message: error instanceof InvalidWriteError ? COPY.tooLong : COPY.failed })
      return false
    },
  )
  lastWrites.set(store, done)
  return done
}

/** Stores an edit of the rating; false, with the reason said, when it could not be stored. */
export const storeRating = (store: Store, youtubeId: string, edit: RatingEdit): Promise<boolean> =>
  inOrder(store, () => rateVideo(store, youtubeId, edit))

/** Takes the rating away; false, with the reason said, when that could not be stored. */
export const removeRating = (store: Store, youtubeId: string): Promise<boolean> =>
  inOrder(store, () => deleteRating(store, youtubeId))
