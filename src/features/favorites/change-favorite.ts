import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { favoriteVideo, unfavoriteVideo } from '#sync/collections/favorites.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast.tsx'
import { COPY, NEAR_LIMIT_LEFT } from './copy.ts'

async function orSayWhy(write: Promise<void>): Promise<boolean> {
  try {
    await write
    return true
  } catch {
    showToast({ kind: 'error', message: COPY.failed })
    return false
  }
}

/** Adds a favourite unless a free person has all they may have; tells when the end is near. */
export async function addFavorite(store: Store, videoId: string, isPremium: boolean): Promise<void> {
  if (isPremium) return void (await orSayWhy(favoriteVideo(store, videoId)))
  const favorites = await store.collections.favorites.find({ selector: { is_favorite: true } }).exec()
  if (favorites.length >= FREE_FAVORITE_LIMIT) {
    showToast({ kind: 'error', message: COPY.full })
    return
  }
  const stored = await orSayWhy(favoriteVideo(store, videoId))
  const left = FREE_FAVORITE_LIMIT - favorites.length - 1
  if (stored && left < NEAR_LIMIT_LEFT) showToast({ kind: 'blank', message: COPY.nearLimitToast(left) })
}

/** Takes a favourite away and offers to bring it back. */
export async function removeFavorite(store: Store, videoId: string): Promise<void> {
  if (!(await orSayWhy(unfavoriteVideo(store, videoId)))) return
  showToast({
    kind: 'blank',
    message: COPY.removed,
    action: { label: COPY.undo, run: () => void orSayWhy(favoriteVideo(store, videoId)) },
  })
}
