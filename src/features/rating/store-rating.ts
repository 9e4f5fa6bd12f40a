import { AXES, SCORE_NAMES } from '#domain/rating.ts'
import {
  deleteRating,
  rateVideo,
  type RatingChange,
  type RatingEdit,
  undoRating,
} from '#sync/collections/ratings.ts'
import { InvalidWriteError } from '#sync/collections/write.ts'
import { createOrder } from '#platform/in-order.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY } from './copy.ts'

const inOrder = createOrder()

/** Stores an edit of the rating and offers to take it back; false, with the reason said, when it could not be stored. */
export const storeRating = (store: Store, youtubeId: string, edit: RatingEdit): Promise<boolean> =>
  storeAndOffer(store, youtubeId, toldOf(edit), () => rateVideo(store, youtubeId, edit))

/** Takes the rating away and offers to bring it back; false, with the reason said, when that could not be stored. */
export const removeRating = (store: Store, youtubeId: string): Promise<boolean> =>
  storeAndOffer(store, youtubeId, COPY.removed, () => deleteRating(store, youtubeId))

async function storeAndOffer(
  store: Store,
  youtubeId: string,
  message: string,
  write: () => Promise<RatingChange | undefined>,
): Promise<boolean> {
  try {
    const change = await inOrder(store, write)
    if (change === undefined) return true
    const undo = () => inOrder(store, () => undoRating(store, youtubeId, change))
    offerUndo({ message, subject: `rating:${youtubeId}`, undo })
    return true
  } catch (error) {
    showToast({ kind: 'error', message: error instanceof InvalidWriteError ? COPY.tooLong : COPY.failed })
    return false
  }
}

/** What was given: of an axis and the overall score that follows it, the axis. */
function toldOf({ axes, overall, comment }: RatingEdit): string {
  const axis = AXES.find((name) => axes?.[name] !== undefined)
  const score = axis ? axes?.[axis] : overall
  if (score !== undefined) return COPY.rated(SCORE_NAMES[axis ?? 'overall'], score.toFixed(1))
  return comment === '' ? COPY.commentRemoved : COPY.commentSaved
}
