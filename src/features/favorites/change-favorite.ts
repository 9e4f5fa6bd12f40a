import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { createOrder } from '#platform/in-order.ts'
import { bringFavoriteBack, favoriteId, favoriteVideo, unfavoriteVideo } from '#sync/collections/favorites.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY, NEAR_LIMIT_LEFT } from './copy.ts'

/** How many more a person may have. */
async function roomLeft(store: Store, isPremium: boolean): Promise<number> {
  if (isPremium) return Number.POSITIVE_INFINITY
  const favorites = await store.collections.favorites.find({ selector: { is_favorite: true } }).exec()
  return FREE_FAVORITE_LIMIT - favorites.length
}

/** May this person have one more? */
export const hasRoom = async (store: Store, isPremium: boolean): Promise<boolean> =>
  (await roomLeft(store, isPremium)) > 0

async function orSayWhy(write: Promise<void>): Promise<boolean> {
  try {
    await write
    return true
  } catch {
    showToast({ kind: 'error', message: COPY.failed })
    return false
  }
}

const inOrder = createOrder()

/** Adds a favourite unless it is one or a free person has all they may have; tells when the end is near, and offers to take it away again. */
export const addFavorite = (store: Store, videoId: string, isPremium: boolean): Promise<void> =>
  inOrder(store, () => addNow(store, videoId, isPremium))

/** Takes a favourite away and offers to bring it back where it was. */
export const removeFavorite = (store: Store, videoId: string, isPremium: boolean): Promise<void> =>
  inOrder(store, () => removeNow(store, videoId, isPremium))

async function addNow(store: Store, videoId: string, isPremium: boolean): Promise<void> {
  const row = await store.collections.favorites.findOne(favoriteId(store.userId, videoId)).exec()
  if (row?.is_favorite === true) return
  const room = await roomLeft(store, isPremium)
  if (room <= 0) return void showToast({ kind: 'error', message: COPY.full })
  if (!(await orSayWhy(favoriteVideo(store, videoId)))) return
  offerUndo({
    message: room - 1 < NEAR_LIMIT_LEFT ? COPY.nearLimitToast(room - 1) : COPY.added,
    subject: `favorite:${videoId}`,
    undo: () => unfavoriteVideo(store, videoId),
  })
}

async function removeNow(store: Store, videoId: string, isPremium: boolean): Promise<void> {
  if (!(await orSayWhy(unfavoriteVideo(store, videoId)))) return
  const bringBack = async (): Promise<string | void> => {
    if (!(await hasRoom(store, isPremium))) return COPY.full
    await bringFavoriteBack(store, videoId)
  }
  offerUndo({ message: COPY.removed, subject: `favorite:${videoId}`, undo: bringBack })
}
