import type { RxCollection } from 'rxdb/plugins/core'
import type { SyncedDocument } from './definition.ts'

const MAX_ATTEMPTS = 20
const CONFLICT = 'CONFLICT'

/** The write cannot be meant: nothing was stored. */
export class InvalidWriteError extends Error {
  override readonly name = 'InvalidWriteError'
}

/** The last write of each document that is still under way. */
const underWay = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * Stores one edit of the person in one IndexedDB transaction: `edit` gets the document as it is (undefined when there is none) and answers the
 * document as it shall be, or undefined to leave it. Guarantee: what is stored counts as unsaved (`row_version` 0); edits of one document are stored in
 * the order in which they were made; and an edit that lost a race with a write from elsewhere is made again on top of it.
 */
export function writeDocument<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  id: string,
  edit: (current: Doc | undefined) => Doc | undefined,
): Promise<void> {
  const ofCollection = underWay.get(collection) ?? new Map<string, Promise<void>>()
  underWay.set(collection, ofCollection)
  const before = ofCollection.get(id) ?? Promise.resolve()
  const writing = before.catch(() => {}).then(() => writeNow(collection, id, edit))
  ofCollection.set(id, writing)
  const forget = (): void => {
    if (ofCollection.get(id) === writing) ofCollection.delete(id)
  }
  writing.then(forget, forget)
  return writing
}

async function writeNow<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  id: string,
  edit: (current: Doc | undefined) => Doc | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const current = await collection.findOne(id).exec()
    const edited = edit(current === null ? undefined : current.toMutableJSON())
    if (edited === undefined) return
    const unsaved = { ...edited, row_version: 0 }
    try {
      if (current === null) await collection.insert(unsaved)
      else await current.modify(() => unsaved)
      return
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error
      // Hazard: RxDB learns of the other write by an event of its own task; asked again in this one, it would answer the old document every time
      await new Promise((resolve) => setTimeout(resolve, attempt))
    }
  }
}

/** The time of an edit: now, and always after the edit it replaces, so that the later intent wins even if the clock was set back. */
export const editTime = (now: number, previous = 0): number => Math.max(Math.floor(now), previous + 1)

function isConflict(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === CONFLICT
}
