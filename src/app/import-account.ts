import type { FavoriteEntry, Importable, ImportableNoun, RatingEntry } from '#domain/export.ts'
import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { AXES, type Axis } from '#domain/rating.ts'
import { SETTING_NAMES } from '#domain/setting-names.ts'
import { videoIdOf } from '#domain/video-id.ts'
import { blockPerson } from '#sync/collections/blocks.ts'
import { restoreFavorites } from '#sync/collections/favorites.ts'
import { restoreViews } from '#sync/collections/history.ts'
import { plain } from '#sync/collections/live.ts'
import { likingOf, relationId } from '#sync/collections/relations.ts'
import { type RestoredRating, restoreRatings } from '#sync/collections/rating-edits.ts'
import { changeSetting, settingId, type SettingValue } from '#sync/collections/settings.ts'
import type { Store } from '#sync/store.ts'

/** added: how many of each there are more · leftOut: favourites for which a free person has no room. */
export type ImportOutcome = { added: Record<ImportableNoun, number>; leftOut: number }

/** So many rows are stored in one transaction, and the screen is told between two. */
const BATCH = 200

type Surroundings = {
  isPremium: boolean
  /** `done` of `all` rows have been looked at. */
  onProgress: (done: number, all: number) => void
}

/**
 * Brings an export into the account of this store, whoever it came from: what is missing is added, what is there stays as it is. Each batch is stored whole; after a failure the
 * same file can be brought in again, and nothing comes twice.
 */
export async function importAccount(
  store: Store,
  file: Importable,
  { isPremium, onProgress }: Surroundings,
): Promise<ImportOutcome> {
  const ratings = new Map(file.ratings.map((entry) => [entry.youtube_id, ratingOf(entry)]))
  const favorites = new Map(file.favorites.map((entry) => [idOfVideo(entry), Date.parse(entry.added_at)]))
  const views = new Map(file.history.map((entry) => [idOfVideo(entry), Date.parse(entry.viewed_at)]))
  const settings = new Map(
    file.settings.flatMap(({ name, value }) => (SETTING_NAMES.has(name) ? [[name, value]] : [])),
  )
  const blocks = new Map(file.blocks.map(({ person_id }) => [person_id, true] as const))
  const room = isPremium ? { take: favorites, leftOut: 0 } : await withinRoom(store, favorites)

  const all = ratings.size + room.take.size + views.size + settings.size + blocks.size
  let done = 0
  const inBatches = async <T>(
    rows: ReadonlyMap<string, T>,
    restore: (store: Store, batch: ReadonlyMap<string, T>) => Promise<number>,
  ): Promise<number> => {
    let added = 0
    for (const batch of batchesOf(rows)) {
      added += await restore(store, batch)
      done += batch.size
      onProgress(done, all)
    }
    return added
  }
  const added = {
    ratings: await inBatches(ratings, restoreRatings),
    favorites: await inBatches(room.take, restoreFavorites),
    history: await inBatches(views, restoreViews),
    settings: await inBatches<SettingValue>(settings, restoreSettings),
    blocks: await inBatches(blocks, restoreBlocks),
  }
  return { added, leftOut: room.leftOut }
}

function batchesOf<T>(rows: ReadonlyMap<string, T>): Map<string, T>[] {
  const entries = [...rows]
  return Array.from(
    { length: Math.ceil(entries.length / BATCH) },
    (_, index) => new Map(entries.slice(index * BATCH, (index + 1) * BATCH)),
  )
}

/** Older files have an id that the server had drawn. */
const idOfVideo = ({ video_id, youtube_id }: Pick<FavoriteEntry, 'video_id' | 'youtube_id'>): string =>
  youtube_id === null ? video_id : videoIdOf(youtube_id)

function ratingOf({ overall, comment, rated_at, ...entry }: RatingEntry): RestoredRating {
  const axes: Partial<Record<Axis, number>> = {}
  for (const axis of AXES) {
    const value = entry[axis]
    if (value !== null) axes[axis] = value
  }
  return { overall, axes, comment, ratedAt: Date.parse(rated_at) }
}

/** The newest come first where there is no room for all. */
async function withinRoom(
  store: Store,
  favorites: ReadonlyMap<string, number>,
): Promise<{ take: Map<string, number>; leftOut: number }> {
  const present = await store.collections.favorites.find({ selector: { is_favorite: true } }).exec()
  const known = new Set(present.map(({ video_id }) => video_id))
  const missing = [...favorites].filter(([id]) => !known.has(id)).toSorted(([, a], [, b]) => b - a)
  const take = missing.slice(0, Math.max(0, FREE_FAVORITE_LIMIT - present.length))
  return { take: new Map(take), leftOut: missing.length - take.length }
}

async function restoreSettings(store: Store, batch: ReadonlyMap<string, SettingValue>): Promise<number> {
  const ids = [...batch.keys()].map((name) => settingId(store.userId, name))
  const present = await store.collections.settings.findByIds(ids).exec()
  let added = 0
  for (const [name, value] of batch) {
    if (present.has(settingId(store.userId, name))) continue
    await changeSetting(store, name, value)
    added += 1
  }
  return added
}

/** Blocks those about whom nothing is decided here; who was unblocked or is liked here stays so. */
async function restoreBlocks(store: Store, batch: ReadonlyMap<string, true>): Promise<number> {
  const people = [...batch.keys()].filter((id) => id !== store.userId)
  const known = await store.collections.relations
    .findByIds(people.map((id) => relationId(store.userId, id)))
    .exec()
  const unknown = people.filter((id) => {
    const held = known.get(relationId(store.userId, id))
    return held === undefined || (held.blocked_edited_at === 0 && likingOf(plain(held)) !== 'like')
  })
  for (const id of unknown) await blockPerson(store, id)
  return unknown.length
}
