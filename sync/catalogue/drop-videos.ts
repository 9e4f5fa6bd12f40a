import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import type { VideoDocument } from '../collections/videos.ts'
import { readRows } from '../generations/raw-database.ts'
import type { Store } from '../store.ts'
import { purge } from '../storage/purge.ts'
import { ownVideos } from './own-videos.ts'

/** Videos dropped in one transaction; few enough that the page stays quick. */
const BATCH = 100

/** A video as it lies on the disk; `_meta.lwt` is when it was stored, ms. */
type StoredVideo = Pick<VideoDocument, 'id' | 'refreshed_at'> & { _meta: { lwt: number } }

/** Drops the videos for which `unwanted` holds from this device, a few at a time. Answers how many. */
export async function dropVideos(
  { collections: { videos } }: Pick<Store, 'collections'>,
  unwanted: (video: StoredVideo) => boolean,
): Promise<number> {
  // The storage that this store was opened with (store.ts), without what RxDB wraps around it
  const instance = videos.storageInstance.originalStorageInstance as RxStorageInstanceDexie<VideoDocument>
  const { dexieDb } = await instance.internals
  const rows = await readRows(dexieDb.backendDB(), 'docs', (row) => unwanted(row as StoredVideo))
  const ids = rows.map((row) => String(row['id']))
  for (let from = 0; from < ids.length; from += BATCH) {
    await purge(instance, ids.slice(from, from + BATCH))
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return ids.length
}

/** Gives up the part of the catalogue that the person has nothing to do with. Answers whether there was any. */
export async function dropOthersVideos(store: Pick<Store, 'collections'>): Promise<boolean> {
  const own = await ownVideos(store)
  return (await dropVideos(store, ({ id }) => !own.has(id))) > 0
}
