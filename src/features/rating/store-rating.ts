import {
  deleteRating,
  rateVideo,
  type RatingChange,
  type RatingEdit,
  undoRating,
} from '#sync/collections/rating-edits.ts'
import { InvalidWriteError } from '#sync/collections/write.ts'
import { createOrder } from '#platform/in-order.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY } from './copy.ts'

const inOrder = createOrder()

/** An edit that was asked for. `undo` takes it back, and answers false when something has changed since; null where nothing had changed. */
export type StoredEdit = { undo: (() => Promise<boolean>) | null }

/** Stores scores; null, with the reason said, when they could not be stored. Who gives them offers the way back: a toast for each press would lie over the next star. */
export const storeScores = (
  store: Store,
  youtubeId: string,
  scores: Omit<RatingEdit, 'comment'>,
): Promise<StoredEdit | null> => storeEdit(store, youtubeId, () => rateVideo(store, youtubeId, scores))

/** Stores the comment and offers to take that back, or says why it could not be stored. */
export const storeComment = (store: Store, youtubeId: string, comment: string): Promise<void> =>
  storeAndOffer(store, youtubeId, comment === '' ? COPY.commentRemoved : COPY.commentSaved, () =>
    rateVideo(store, youtubeId, { comment }),
  )

/** Takes the rating away and offers to bring it back, or says why that could not be stored. */
export const removeRating = (store: Store, youtubeId: string): Promise<void> =>
  storeAndOffer(store, youtubeId, COPY.removed, () => deleteRating(store, youtubeId))

type WriteRating = () => Promise<RatingChange | undefined>

async function storeAndOffer(
  store: Store,
  youtubeId: string,
  message: string,
  write: WriteRating,
): Promise<void> {
  const stored = await storeEdit(store, youtubeId, write)
  if (stored?.undo) offerUndo({ message, subject: ratingSubject(youtubeId), undo: stored.undo })
}

async function storeEdit(store: Store, youtubeId: string, write: WriteRating): Promise<StoredEdit | null> {
  try {
    const change = await inOrder(store, write)
    if (change === undefined) return { undo: null }
    return { undo: () => inOrder(store, () => undoRating(store, youtubeId, change)) }
  } catch (error) {
    showToast({ kind: 'error', message: error instanceof InvalidWriteError ? COPY.tooLong : COPY.failed })
    return null
  }
}

/** What an offer to take back an edit of this rating is about. */
export const ratingSubject = (youtubeId: string): string => `rating:${youtubeId}`
