import type { RxCollection } from 'rxdb/plugins/core'
import { onLeave, untilResumed } from '../page-lifecycle.ts'
import { contentOf } from '../storage/edit.ts'
import { localEntries } from '../storage/local-entries.ts'
import { AccountLeftError, DatabaseClosedError } from '../storage/native.ts'
import type { SyncedDocument } from './definition.ts'

/** An edit whose transaction the page could not wait for, as the document it makes. */
export type UnfinishedWrite = { store: string; collection: string; document: SyncedDocument }

/** In localStorage, which is written at once and is there for the next page. */
const PREFIX = 'mirutomo-unfinished:'
/** Takes the place of a write that was stored, for the page that still waits for it: since when, ms by this device's clock. */
export const STORED = 'stored:'
/** Ids that are made anew each time: stored by the next page, they would stand beside the draft that still holds their text. */
const OF_THIS_PAGE = new Set(['messages'])
/** How long a write waits to be stored by the store that takes the place of this one. Time in which the page does not run does not count. */
const LIMIT_MS = 10_000
const CHECK_MS = 50

/** What IndexedDB says of a transaction or a connection that has ended meanwhile. */
const INTERRUPTIONS = new Set(['AbortError', 'InvalidStateError', 'TransactionInactiveError', 'UnknownError'])

/** Those that this page has kept. */
export const ownWrites = new Map<string, UnfinishedWrite | typeof STORED>()
export const underWay = new Set<() => void>()
let keepsOnLeave = false

type Edit<Doc> = (id: string, current: Doc | undefined) => Doc | undefined

/**
 * Runs `store`, which stores an edit. Guarantee: where the page is left, frozen or killed meanwhile, or its storage is lost, the edit is stored when the page
 * comes back, or by the next store of the account, here or in another page (`layUnfinished`), and this resolves once it is; or it rejects, and the edit is not stored.
 * Every edit is worked out twice then, and joined, so `edit` must not count on being called once.
 */
export async function storedOnce<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  ids: readonly string[],
  edit: Edit<Doc>,
  store: () => Promise<string[]>,
): Promise<string[]> {
  const kept = new Map<string, string>()
  const keep = (): void => {
    for (const id of ids) {
      const document = outcomeOf(collection, id, edit)
      if (kept.has(id) || document === undefined) continue
      const key = PREFIX + crypto.randomUUID()
      ownWrites.set(key, { store: collection.database.name, collection: collection.name, document })
      kept.set(id, key)
    }
  }
  let wasLeft = false
  const keepForNext = (): void => {
    wasLeft = true
    keep()
    for (const key of kept.values()) putForNext(key)
  }
  if (!keepsOnLeave) {
    keepsOnLeave = true
    onLeave(() => {
      for (const keepNow of underWay) keepNow()
    })
  }
  underWay.add(keepForNext)
  try {
    return await store()
  } catch (error) {
    if (!isInterruption(error)) throw error
    keep()
    const keys = [...kept.values()]
    await untilResumed()
    // A page that comes back does it again, unless the next page has done it meanwhile
    const again = wasLeft && !keys.every(isStored) ? await store().catch(() => undefined) : undefined
    if (again !== undefined) return again
    if (keys.length === 0 || !(await areStored(keys))) throw error
    return [...kept.keys()]
  } finally {
    underWay.delete(keepForNext)
    for (const key of kept.values()) forget(key)
  }
}

/** Does anything wait to be stored? */
export const isAnythingUnfinished = (): boolean => ownWrites.size + keysKept().length > 0

/** The document that the edit makes of what this page knows; undefined for none. */
function outcomeOf<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  id: string,
  edit: Edit<Doc>,
): Doc | undefined {
  try {
    return edit(id, contentOf(collection._docCache.getLatestDocumentDataIfExists(id)))
  } catch {
    return undefined
  }
}

/** Did this write fail because the page or its storage went away, and not for what it writes? */
const isInterruption = (error: unknown): boolean =>
  (error instanceof DatabaseClosedError && !(error instanceof AccountLeftError)) ||
  (error instanceof DOMException && INTERRUPTIONS.has(error.name))

async function areStored(keys: readonly string[]): Promise<boolean> {
  for (let waited = 0; waited < LIMIT_MS; waited += CHECK_MS) {
    await untilResumed()
    if (keys.every(isStored)) return true
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
  }
  return false
}

const isStored = (key: string): boolean =>
  ownWrites.get(key) === STORED || localEntries()?.getItem(key)?.startsWith(STORED) === true

function putForNext(key: string): void {
  const write = ownWrites.get(key)
  if (write === undefined || write === STORED || OF_THIS_PAGE.has(write.collection)) return
  try {
    localEntries()?.setItem(key, JSON.stringify(write))
  } catch {
    // No room for it: it waits in this page
  }
}

function forget(key: string): void {
  ownWrites.delete(key)
  localEntries()?.removeItem(key)
}

export function keysKept(): string[] {
  const storage = localEntries()
  return Array.from({ length: storage?.length ?? 0 }, (_, position) => storage?.key(position) ?? '').filter(
    (key) => key.startsWith(PREFIX),
  )
}
