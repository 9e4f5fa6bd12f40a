import type { Video } from '#domain/catalogue.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { showToast } from '#ui/toast.tsx'
import { useLive } from '#ui/use-live.ts'
import { addFavorite, removeFavorite } from './change-favorite.ts'
import { COPY } from './copy.ts'
import { FavoriteAttention } from './favorite-attention.tsx'
import { favoriteRows, NO_ROWS } from './favorite-rows.ts'

type FavoriteButtonProps = {
  store: Store | null
  signedIn: boolean
  isPremium: boolean
  video: Video
  /** icon: a heart · full: with its name, its sync badge, and what to do when it was refused. */
  look?: 'icon' | 'full'
  onLoginNeeded: () => void
}

/** The heart: writes to the device at once, online or not. */
export function FavoriteButton({
  store,
  signedIn,
  isPremium,
  video,
  look = 'icon',
  onLoginNeeded,
}: FavoriteButtonProps) {
  const rows = useLive(store ? favoriteRows(store) : null, NO_ROWS)
  const row = rows.get(video.id)
  const pressed = row?.is_favorite === true
  const toggle = () => {
    if (!signedIn) return onLoginNeeded()
    if (!store) return void showToast({ kind: 'blank', message: COPY.opening })
    if (pressed) return void removeFavorite(store, video.id, isPremium)
    void addFavorite(store, video.id, isPremium)
  }
  if (look === 'icon') {
    return (
      <span data-sync={row?.sync}>
        <IconButton
          icon="heart"
          filled={pressed}
          label={COPY.button}
          aria-pressed={pressed}
          onClick={toggle}
          className="transition-transform active:scale-88"
        />
      </span>
    )
  }
  return (
    <div className="grid justify-items-start gap-2" data-sync={row?.sync}>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          aria-pressed={pressed}
          onClick={toggle}
          icon={<Icon name="heart" size={20} filled={pressed} />}
        >
          {COPY.button}
        </Button>
        {row && <SyncBadge state={row.sync} />}
      </div>
      {store && row && <FavoriteAttention store={store} id={row.id} />}
    </div>
  )
}
