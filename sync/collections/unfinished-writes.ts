import type { RxCollection } from 'rxdb/plugins/core'
import { onLeave, untilResumed } from '../page-lifecycle.ts'
import { AccountLeftError, DatabaseClosedError } from '../storage/native.ts'
import type { SyncedDocument } from './definition.ts'

/** An edit whose transaction the page could not wait for, as the document it makes. */
export type UnfinishedWrite = { store: string; collection: string; document: SyncedDocument }

/** In localStorage, which is written at once and is there for the next page. */
const PREFIX = 'mirutomo-unfinished:'
/** Takes the place of a write that was stored, for the page that still waits for it: since when, ms by this device's clock. */
const STORED = 'stored:'
/** Pages do not sleep in the back/forward cache for longer. */
const STORED_KEPT_MS = 24 * 60 * 60_000
/** Ids that are made anew each time: stored by the next page, they would stand beside the draft that still holds their text. */
const OF_THIS_PAGE = new Set(['messages'])
/** How long a write waits to be stored by the store that takes the place of this one. Time in which the page does not run does not count. */
const LIMIT_MS = 10_000
const CHECK_MS = 50

/** Those that this page has kept. */
const own = new Map<string, UnfinishedWrite | typeof STORED>()
const underWay = new Set<() => void>()
let keepsOnLeave = false

type Edit<Doc> = (id: string, current: Doc | undefined) => Doc | undefined

/**
 * Runs `store`, which stores an edit. Guarantee: where the page is left, frozen or killed meanwhile, or its storage is lost, the edit is stored by the next
 * store of the account, here or in another page (`layUnfinished`), and this resolves once it is; or it rejects, and the edit is not stored.
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
      own.set(key, { store: collection.database.name, collection: collection.name, document })
      kept.set(id, key)
    }
  }
  const keepForNext = (): void => {
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
    if (kept.size === 0 || !(await areStored([...kept.values()]))) throw error
    return [...kept.keys()]
  } finally {
    underWay.delete(keepForNext)
    for (const key of kept.values()) forget(key)
  }
}

/** What waits to be stored for the account of this store, by its key. */
export function unfinishedWrites(isOfAccount: (store: string) => boolean): [string, UnfinishedWrite][] {
  const found = new Map<string, UnfinishedWrite>()
  for (const [key, write] of own) if (write !== STORED) found.set(key, write)
  for (const key of keysKept()) {
    const text = local()?.getItem(key) ?? ''
    if (!text.startsWith(STORED)) {
      const write = parse(text)
      if (write === undefined) local()?.removeItem(key)
      else found.set(key, write)
    } else if (Math.abs(Date.now() - Number(text.slice(STORED.length))) > STORED_KEPT_MS)
      local()?.removeItem(key)
  }
  return [...found].filter(([, write]) => isOfAccount(write.store))
}

/** It is on the disk now. */
export function noteStored(key: string): void {
  if (own.has(key)) own.set(key, STORED)
  try {
    if (local()?.getItem(key)) local()?.setItem(key, STORED + Date.now())
  } catch {
    // Stored once more, which changes nothing
  }
}

/** The account leaves this device: what waits here is not kept for the next page. */
export function forgetUnfinished(): void {
  underWay.clear()
  own.clear()
  for (const key of keysKept()) local()?.removeItem(key)
}

/** The document that the edit makes of what this page knows; undefined for none. */
function outcomeOf<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  id: string,
  edit: Edit<Doc>,
): Doc | undefined {
  const known = collection._docCache.getLatestDocumentDataIfExists(id)
  const { _rev, _meta, _attachments, _deleted, ...content } = known ?? {}
  try {
    // What is left of a stored document without RxDB's own fields is the document
    return edit(id, known === undefined || known._deleted ? undefined : (content as unknown as Doc))
  } catch {
    return undefined
  }
}

/** Did this write fail because the page or its storage went away, and not for what it writes? */
const isInterruption = (error: unknown): boolean =>
  (error instanceof DatabaseClosedError && !(error instanceof AccountLeftError)) ||
  (error instanceof DOMException && ['AbortError', 'InvalidStateError', 'UnknownError'].includes(error.name))

async function areStored(keys: readonly string[]): Promise<boolean> {
  for (let waited = 0; waited < LIMIT_MS; waited += CHECK_MS) {
    await untilResumed()
    if (keys.every(isStored)) return true
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
  }
  return false
}

const isStored = (key: string): boolean =>
  own.get(key) === STORED || local()?.getItem(key)?.startsWith(STORED) === true

function putForNext(key: string): void {
  const write = own.get(key)
  if (write === undefined || write === STORED || OF_THIS_PAGE.has(write.collection)) return
  try {
    local()?.setItem(key, JSON.stringify(write))
  } catch {
    // No room for it: it waits in this page
  }
}

function forget(key: string): void {
  own.delete(key)
  local()?.removeItem(key)
}

function parse(text: string): UnfinishedWrite | undefined {
  try {
    // Written by this module
    return JSON.parse(text) as UnfinishedWrite
  } catch {
    return undefined
  }
}

type Local = {
  length: number
  key: (position: number) => string | null
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

/** undefined in a worker, and where the browser forbids it. */
function local(): Local | undefined {
  try {
    return (globalThis as { localStorage?: Local }).localStorage
  } catch {
    return undefined
  }
}

function keysKept(): string[] {
  const storage = local()
  return Array.from({ length: storage?.length ?? 0 }, (_, position) => storage?.key(position) ?? '').filter(
    (key) => key.startsWith(PREFIX),
  )
}
