import { map, shareReplay, type Observable } from 'rxjs'
import type { FavoriteDocument } from '#sync/collections/favorites.ts'
import { documents, type WithSync } from '#sync/collections/live.ts'
import { withSync } from '#sync/status.ts'
import type { Store } from '#sync/store.ts'

export type FavoriteRow = WithSync<FavoriteDocument>
export type FavoriteRows = ReadonlyMap<string, FavoriteRow>

export const NO_ROWS: FavoriteRows = new Map()
const shared = new WeakMap<Store, Observable<FavoriteRows>>()

/** Every favourite row of the person by the video's UUID, those taken away too. One query, however many hearts are on the screen. */
export function favoriteRows(store: Store): Observable<FavoriteRows> {
  const known = shared.get(store)
  if (known) return known
  const rows = withSync(store, 'favorites', documents(store.collections.favorites.find())).pipe(
    map((docs) => new Map(docs.map((doc) => [doc.video_id, doc]))),
    shareReplay({ bufferSize: 1, refCount: true }),
  )
  shared.set(store, rows)
  return rows
}
