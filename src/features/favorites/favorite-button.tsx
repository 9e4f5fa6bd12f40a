import { type Ref, useEffect } from 'react'
import type { Video } from '#domain/catalogue.ts'
import type { Store } from '#sync/store.ts'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { useLive } from '#ui/use-live.ts'
import { useShownAtOnce } from '#ui/use-shown-at-once.ts'
import { addFavorite, removeFavorite } from './change-favorite.ts'
import { FavoriteAttention } from './favorite-attention.tsx'
import { favoriteRows, NO_ROWS } from './favorite-rows.ts'
import { Heart } from './heart.tsx'

type FavoriteButtonProps = {
  store: Store | null
  isPremium: boolean
  video: Video
  /** icon: a heart · full: with its name, its sync badge, and what to do when it was refused. */
  look?: 'icon' | 'full'
  /** It was pressed before the device's data was open, and is written once that is. */
  isWanted?: boolean
  onWanted: (isWanted: boolean) => void
  ref?: Ref<HTMLButtonElement> | undefined
}

/** The heart: writes to the device at once, online or not. */
export function FavoriteButton({
  store,
  isPremium,
  video,
  look = 'icon',
  isWanted = false,
  onWanted,
  ref,
}: FavoriteButtonProps) {
  const rows = useLive(store ? favoriteRows(store) : null, NO_ROWS)
  const row = rows.get(video.id)
  const [pressed, press, isAhead] = useShownAtOnce(row?.is_favorite === true, async (isFavorite) => {
    if (store) await (isFavorite ? addFavorite : removeFavorite)(store, video.id, isPremium)
  })
  useEffect(() => {
    if (!isWanted || !store) return
    onWanted(false)
    press(true)
  }, [isWanted, store, press, onWanted])
  const toggle = () => (store ? press(!pressed) : onWanted(!isWanted))
  const heart = <Heart ref={ref} look={look} pressed={pressed} isWanted={isWanted} onPress={toggle} />
  const sync = isAhead ? undefined : row?.sync
  if (look === 'icon') return <span data-sync={sync}>{heart}</span>
  return (
    <div className="grid justify-items-center gap-1" data-sync={sync}>
      {heart}
      {row && <SyncBadge state={row.sync} isAhead={isAhead} />}
      {store && row && <FavoriteAttention store={store} id={row.id} />}
    </div>
  )
}
