import { noteStored, unfinishedWrites } from '../collections/unfinished-writes.ts'
import { COLLECTION_NAMES } from '../collections/registry.ts'
import type { Store } from '../store.ts'
import { splitName } from './names.ts'

/**
 * Stores what the person did in a page that could not finish it (`storedOnce`), before anybody sees what the store holds. Rejects never: what could not be
 * stored waits for the next opening.
 */
export async function layUnfinished(store: Store): Promise<void> {
  const plainNameOf = (name: string): string => splitName(name).plainName
  const isOfAccount = (name: string): boolean => plainNameOf(name) === plainNameOf(store.database.name)
  const writes = unfinishedWrites(isOfAccount)
  if (writes.length === 0) return
  try {
    const [{ layOver }, { readDocument }] = await Promise.all([
      import('./carry-over.ts'),
      import('./older-store.ts'),
    ])
    for (const [key, { store: name, collection, document }] of writes) {
      const known = COLLECTION_NAMES.find((each) => each === collection)
      if (known !== undefined) {
        const read = readDocument(known, document, splitName(name).generation)
        await layOver(store, [{ collection: known, id: document.id, ...read }], [])
      }
      noteStored(key)
    }
  } catch {
    // Another page may have more room
  }
}
