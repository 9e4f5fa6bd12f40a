import * as v from 'valibot'
import {
  added,
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  PAIR_LENGTH,
  text,
  UUID_LENGTH,
} from './definition.ts'
import { mergeRegisters, registersOf, rowOfRegisters } from '../schema/merge-registers.ts'
import { FAVORITES } from '../schema/register-tables.ts'
import { serverTimes, withVersion } from './join.ts'
import { RECENT_KEY_LENGTH, recentKey } from './keys.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'
import { map, type Observable } from 'rxjs'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import { type VideoDocument, withVideos } from './videos.ts'
import { editTime, writeDocument, writeDocuments } from './write.ts'

const FavoriteRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    user_id: v.string(),
    video_id: v.string(),
    is_favorite: v.boolean(),
    edited_at: TimeMs,
    added_at: v.exactOptional(TimeMs),
    created_at: v.exactOptional(v.string()),
    updated_at: v.exactOptional(v.string()),
  }),
  v.transform((row) => ({ ...row, recent_key: recentKey(row.added_at ?? row.edited_at) })),
)

/**
 * A set with memory: taking a favourite away keeps the row, so that the later intent can win. `edited_at` in ms of the corrected clock; `added_at` is when it had become
 * one, where that was not the last edit: its place in the list, kept while it is none.
 */
export type FavoriteDocument = v.InferOutput<typeof FavoriteRow>

/** The later intent wins; of two at the same moment, the one that keeps, then the one that was added later. */
export function mergeFavorite(mine: FavoriteDocument, theirs: FavoriteDocument): FavoriteDocument {
  const merged = mergeRegisters(FAVORITES, mine, theirs, { ...mine, ...serverTimes(mine, theirs) })
  const recent_key = recentKey(merged.added_at ?? merged.edited_at)
  return withVersion({ ...merged, recent_key }, [mine, theirs], (doc) => registersOf(FAVORITES, doc))
}

export const favoriteId = (userId: string, videoId: string): string => `${userId}|${videoId}`

export const favorites: CollectionDefinition<FavoriteDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader<'favorites', typeof FavoriteRow>(FavoriteRow),
  merge: mergeFavorite,
  toRow: (doc) => rowOfRegisters(FAVORITES, doc),
  schema: defineSchema<FavoriteDocument>(
    'favorites',
    PAIR_LENGTH,
    {
      user_id: text(UUID_LENGTH),
      video_id: text(UUID_LENGTH),
      is_favorite: boolean,
      edited_at: number,
      added_at: added,
      created_at: anyText,
      updated_at: anyText,
      recent_key: text(RECENT_KEY_LENGTH),
    },
    [['is_favorite', 'recent_key']],
  ),
}

/** Makes the video a favourite, the newest. `videoId`: the video's UUID. */
export const favoriteVideo = (store: Store, videoId: string): Promise<void> =>
  setFavorite(store, videoId, true, 'newest')

/** Takes the favourite away; the row stays as the memory of that intent, and of where it was. */
export const unfavoriteVideo = (store: Store, videoId: string): Promise<void> =>
  setFavorite(store, videoId, false, 'where it was')

/** Makes a favourite again of one that was taken away, where it was. */
export const bringFavoriteBack = (store: Store, videoId: string): Promise<void> =>
  setFavorite(store, videoId, true, 'where it was')

/**
 * Brings favourites in from elsewhere, in one transaction: `places` says when each video (by its UUID) became one, in ms. What is a favourite stays where it is.
 * Answers how many there are more.
 */
export async function restoreFavorites(store: Store, places: ReadonlyMap<string, number>): Promise<number> {
  const videos = new Map([...places].map(([video_id]) => [favoriteId(store.userId, video_id), video_id]))
  const written = await writeDocuments(store.collections.favorites, [...videos.keys()], (id, current) => {
    const video_id = videos.get(id)
    if (video_id === undefined || current?.is_favorite === true) return undefined
    const edited_at = editTime(store.now(), current?.edited_at)
    const added_at = Math.min(places.get(video_id) ?? edited_at, edited_at)
    return {
      row_version: 0,
      sync_epoch: '',
      ...current,
      id,
      user_id: store.userId,
      video_id,
      is_favorite: true,
      edited_at,
      added_at,
      recent_key: recentKey(added_at),
    }
  })
  return written.length
}

function setFavorite(
  store: Store,
  videoId: string,
  is_favorite: boolean,
  place: 'newest' | 'where it was',
): Promise<void> {
  const id = favoriteId(store.userId, videoId)
  return writeDocument(store.collections.favorites, id, (current) => {
    if (current?.is_favorite === is_favorite || (current === undefined && !is_favorite)) return undefined
    const edited_at = editTime(store.now(), current?.edited_at)
    const { added_at: _, ...rest } = current ?? {
      id,
      user_id: store.userId,
      video_id: videoId,
      row_version: 0,
      sync_epoch: '',
    }
    const kept =
      place === 'newest' || current === undefined ? undefined : (current.added_at ?? current.edited_at)
    return {
      ...rest,
      is_favorite,
      edited_at,
      ...(kept !== undefined && { added_at: kept }),
      recent_key: recentKey(kept ?? edited_at),
    }
  })
}

/** A favourite with its video, null while the device does not hold it. */
export type FavoriteItem = WithSync<FavoriteDocument> & { video: VideoDocument | null }

const IS_FAVORITE = { is_favorite: true }

/** The person's favourites, the newest first. */
export function favoriteVideos(store: Store, limit = 100): Observable<FavoriteItem[]> {
  const query = store.collections.favorites.find({
    selector: IS_FAVORITE,
    sort: [{ recent_key: 'asc' }],
    limit,
  })
  return withVideos(store, withSync(store, 'favorites', documents(query)))
}

/** How many favourites the person has. */
export const favoriteCount = (store: Store): Observable<number> =>
  store.collections.favorites.count({ selector: IS_FAVORITE }).$

/** This video's favourite row, undefined when it never was one; `is_favorite` says whether it is one now. */
export function favoriteOf(
  store: Store,
  videoId: string,
): Observable<WithSync<FavoriteDocument> | undefined> {
  const query = store.collections.favorites.find({ selector: { id: favoriteId(store.userId, videoId) } })
  return withSync(store, 'favorites', documents(query)).pipe(map(([doc]) => doc))
}
