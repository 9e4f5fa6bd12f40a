import type { RxCollection } from 'rxdb/plugins/core'
import type { SyncedDocument } from '../collections/definition.ts'
import { editKey } from '../outbox/parked.ts'
import type { Store } from '../store.ts'
import { pushOnceMore, unsavedOnDisk } from './push-again.ts'

/** Has the documents of a collection leave in the order in which they came into being, whichever tab stored them. */
export type Turns = {
  /** RxDB has handed these over, until the returned function is called. */
  take(ids: readonly string[]): () => void
  /**
   * Is it the turn of these? If not, all of them are handed over anew, together with those that come before them. Never rejects: what cannot be found out or stored
   * leaves as it comes.
   */
  haveCome(ids: readonly string[]): Promise<boolean>
}

/**
 * Hazard: a tab hears of its own writes at once, of those of another tab a moment later, and never of the last one of a tab that died before it told. So what RxDB hands
 * over may have been written after something that RxDB does not know of yet; the disk does.
 */
export function createTurns(store: Pick<Store, 'outbox'>, collection: RxCollection<SyncedDocument>): Turns {
  // An id may be in two of them: it comes again before it was given back
  const inHand = new Set<readonly string[]>()
  // Nothing is waited for twice
  const waitedFor = new Set<string>()

  const before = async (ids: readonly string[]): Promise<string[]> => {
    const last = ids.reduce((a, b) => (a > b ? a : b), '')
    const unsaved = await unsavedOnDisk(collection)
    const held = new Set([...inHand].flat())
    const parked = store.outbox.parked()
    return unsaved
      .map(({ id }) => id)
      .filter((id) => id < last && !held.has(id) && !waitedFor.has(id))
      .filter((id) => !parked.has(editKey(collection.name, id)))
  }

  return {
    take: (ids) => {
      const handed = [...ids]
      inHand.add(handed)
      return () => void inHand.delete(handed)
    },
    haveCome: async (ids) => {
      try {
        const earlier = await before(ids)
        if (earlier.length === 0) return true
        for (const id of earlier) waitedFor.add(id)
        await pushOnceMore(store, collection, [...earlier, ...ids])
        return false
      } catch {
        return true
      }
    },
  }
}
