import type { CollectionName } from '../collections/registry.ts'
import { type Store, SYNCED_AT } from '../store.ts'

/** Keeps when each collection was last in step with the server, over restarts. */
export type SyncedTimes = { note: (name: CollectionName) => void }

/** Collections that finish one after the other share a write to the disk. */
export function createSyncedTimes(store: Pick<Store, 'engine' | 'outbox' | 'now'>): SyncedTimes {
  let fresh: Record<string, number> = {}
  let writing = false

  const write = async (): Promise<void> => {
    if (writing) return
    writing = true
    while (Object.keys(fresh).length > 0) {
      const known = { ...store.engine.status$.value.syncedAt, ...fresh }
      fresh = {}
      // A time that could not be kept is still right until the app closes
      await store.outbox.remember(SYNCED_AT, known).catch(() => {})
      store.engine.syncedCollections(known)
    }
    writing = false
  }

  return {
    note: (name) => {
      fresh[name] = Math.floor(store.now())
      void write()
    },
  }
}
