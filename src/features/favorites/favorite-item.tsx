import type { ReactNode } from 'react'
import type { Video } from '#domain/catalogue.ts'
import type { FavoriteItem as Favorite } from '#sync/collections/favorites.ts'
import type { Store } from '#sync/store.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ListItem, type Place } from '#ui/long-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { COPY } from './copy.ts'
import { FavoriteAttention } from './favorite-attention.tsx'

export type RenderFavorite = (
  video: Video,
  look: { layout: 'fluid'; note: ReactNode; badge: ReactNode; action: ReactNode; eager: boolean },
) => ReactNode

type FavoriteItemProps = {
  place: Place
  store: Store
  favorite: Favorite
  eager: boolean
  renderVideo: RenderFavorite
  /** Stands for a video of which the device holds nothing. */
  missing: ReactNode
  onRemove: () => void
}

/** One favourite with where it stands, and the way to take it away. */
export function FavoriteItem({
  place,
  store,
  favorite,
  eager,
  renderVideo,
  missing,
  onRemove,
}: FavoriteItemProps) {
  const { video, sync, edited_at, id } = favorite
  const badge = <SyncBadge state={sync} />
  const remove = (
    <IconButton
      icon="heart"
      filled
      data-remove=""
      label={COPY.remove(video?.title ?? COPY.missingTitle)}
      onClick={onRemove}
      className="transition-transform active:scale-88"
    />
  )
  const note = (
    <span data-momentary="">
      <RelativeTime time={edited_at} />
      {COPY.addedAt}
    </span>
  )
  return (
    <ListItem
      place={place}
      data-sync={sync}
      className={classNames('grid content-start gap-3', place === null && 'video-item')}
    >
      {video ? (
        renderVideo(video, { layout: 'fluid', note, badge, action: remove, eager })
      ) : (
        <div className="flex items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
          <p className="text-sm text-muted">{missing}</p>
          {badge}
          {remove}
        </div>
      )}
      {sync === 'attention' && <FavoriteAttention store={store} id={id} />}
    </ListItem>
  )
}
