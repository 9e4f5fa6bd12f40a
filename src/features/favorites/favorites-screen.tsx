import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { oncePer } from '#platform/once-per.ts'
import { favoriteCount, favoriteVideos, type FavoriteItem as Favorite } from '#sync/collections/favorites.ts'
import type { Arrival } from '#sync/engine-state.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { liveStart } from '#ui/live-start.ts'
import { LongList, WHOLE } from '#ui/long-list.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { NotArrived } from '#ui/not-arrived.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading } from '#ui/skeleton.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useLive } from '#ui/use-live.ts'
import { useShownCount } from '#ui/use-shown-count.ts'
import { removeFavorite } from './change-favorite.ts'
import { COPY } from './copy.ts'
import { FavoriteItem, type RenderFavorite } from './favorite-item.tsx'
import { FavoriteLimit } from './favorite-limit.tsx'

const useFavorites = liveStart(favoriteVideos)
const liveCount = oncePer(favoriteCount)
const EAGER = 5
const SKELETONS = 6

type FavoritesScreenProps = {
  store: Store | null
  isPremium: boolean
  renderVideo: RenderFavorite
  /** Stands for a video of which the device holds nothing. */
  missing: ReactNode
}

/** The person's favourites, from the device. */
export function FavoritesScreen({ store, isPremium, renderVideo, missing }: FavoritesScreenProps) {
  usePageTitle(COPY.title)
  const { shown, showMore } = useShownCount(WHOLE)
  const favorites = useFavorites(store, shown)
  const count = useLive<number | undefined>(store && liveCount(store), undefined)
  const arrival = useLive<Arrival>(store && store.engine.arrival$, 'arriving')
  const isKnown = count !== undefined && favorites && (favorites.length > 0 || arrival === 'arrived')
  return (
    <div>
      <header className="mb-6">
        <h1 className="text-2xl">{COPY.title}</h1>
        {isKnown && isPremium && <p className="mt-1 text-sm text-muted">{COPY.count(count)}</p>}
        {isKnown && !isPremium && <FavoriteLimit count={count} />}
      </header>
      {store && isKnown ? (
        <FavoriteList
          store={store}
          favorites={favorites}
          count={count}
          onNearEnd={showMore}
          isPremium={isPremium}
          renderVideo={renderVideo}
          missing={missing}
        />
      ) : favorites && arrival === 'absent' ? (
        <NotArrived />
      ) : (
        <Loading>
          <MediaSkeletons layout="fluid" count={SKELETONS} className="video-grid" />
        </Loading>
      )}
    </div>
  )
}

type FavoriteListProps = FavoritesScreenProps & {
  store: Store
  favorites: Favorite[]
  count: number
  onNearEnd: () => void
}

function FavoriteList(props: FavoriteListProps) {
  const { store, favorites, count, onNearEnd, isPremium, renderVideo, missing } = props
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(
    `${favorites.length} ${favorites.at(-1)?.id}`,
  )
  return (
    <div ref={listRef} tabIndex={-1} className="outline-none">
      {favorites.length === 0 ? (
        <EmptyState
          icon="heart"
          title={COPY.empty}
          body={COPY.emptyBody}
          action={
            <Link to="/search" className={buttonClass({ variant: 'primary' })}>
              {COPY.emptyAction}
            </Link>
          }
        />
      ) : (
        <LongList
          items={favorites}
          total={count}
          onNearEnd={onNearEnd}
          keyOf={({ id }) => id}
          className="video-grid"
        >
          {(favorite, index, place) => (
            <FavoriteItem
              place={place}
              store={store}
              favorite={favorite}
              eager={index < EAGER}
              renderVideo={renderVideo}
              missing={missing}
              onRemove={() => {
                removing(index)
                void removeFavorite(store, favorite.video_id, isPremium)
              }}
            />
          )}
        </LongList>
      )}
    </div>
  )
}
