import { keysKept, ownWrites, STORED, type UnfinishedWrite } from '../collections/unfinished-writes.ts'
import { COLLECTION_NAMES } from '../collections/registry.ts'
import type { Store } from '../store.ts'
import { layOver } from './carry-over.ts'
import { withComputedVideoIds } from './drawn-video-ids.ts'
import { splitName } from './names.ts'
import { anOlderStore, readDocument } from './older-store.ts'
import { olderStores } from './older-stores.ts'
import { localEntries } from '../storage/local-entries.ts'

/** Pages do not sleep in the back/forward cache for longer. */
const STORED_KEPT_MS = 24 * 60 * 60_000

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
    for (const [key, { store: name, collection, document }] of writes) {
      const known = COLLECTION_NAMES.find((each) => each === collection)
      if (known !== undefined) {
        const read = readDocument(known, document, splitName(name).generation)
        const edits = [{ collection: known, id: document.id, ...read }]
        const older = { ...anOlderStore(name), edits }
        const databases = (await olderStores(store.database.name)).get(name) ?? []
        await layOver(store, (await withComputedVideoIds(older, databases)).edits, [])
      }
      noteStored(key)
    }
  } catch {
    // Another page may have more room
  }
}

/** What waits to be stored for the account of this store, by its key. */
function unfinishedWrites(isOfAccount: (store: string) => boolean): [string, UnfinishedWrite][] {
  const found = new Map<string, UnfinishedWrite>()
  for (const [key, write] of ownWrites) if (write !== STORED) found.set(key, write)
  for (const key of keysKept()) {
    const text = localEntries()?.getItem(key) ?? ''
    if (!text.startsWith(STORED)) {
      const write = parse(text)
      if (write === undefined) localEntries()?.removeItem(key)
      else found.set(key, write)
    } else if (Math.abs(Date.now() - Number(text.slice(STORED.length))) > STORED_KEPT_MS)
      localEntries()?.removeItem(key)
  }
  return [...found].filter(([, write]) => isOfAccount(write.store))
}

/** It is on the disk now. */
function noteStored(key: string): void {
  if (ownWrites.has(key)) ownWrites.set(key, STORED)
  try {
    if (localEntries()?.getItem(key)) localEntries()?.setItem(key, STORED + Date.now())
  } catch {
    // Stored once more, which changes nothing
  }
}

function parse(text: string): UnfinishedWrite | undefined {
  try {
    // Written by `storedOnce`
    return JSON.parse(text) as UnfinishedWrite
  } catch {
    return undefined
  }
}
