import type { RxCollection } from 'rxdb/plugins/core'
import type { SyncRefusal } from '#domain/errors.ts'
import { fastInstanceOf } from '../storage/fast-dexie.ts'
import type { SyncedDocument } from './definition.ts'
import { storedOnce } from './unfinished-writes.ts'

/** The write cannot be meant: nothing was stored. */
export class InvalidWriteError extends Error {
  override readonly name = 'InvalidWriteError'
}

/** The server would refuse the write, by what this device knows: nothing was stored. */
export class RefusedWriteError extends Error {
  override readonly name = 'RefusedWriteError'
  readonly code: SyncRefusal
  constructor(code: SyncRefusal) {
    super(code)
    this.code = code
  }
}

/** The last write of each document that is still under way. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Stores one edit of the person in one IndexedDB transaction: `edit` gets the document as it is (undefined when there is none) and answers the
 * document as it shall be, or undefined to leave it. Guarantee: what is stored counts as unsaved (`row_version` 0); edits of one document are stored in
 * the order in which they were made; and nothing from elsewhere comes between the reading and the writing.
 */
export async function writeDocument<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  id: string,
  edit: (current: Doc | undefined) => Doc | undefined,
): Promise<void> {
  await writeDocuments(collection, [id], (_, current) => edit(current))
}

/**
 * `writeDocument` for many documents in one IndexedDB transaction: `edit` is called for each id. Answers the ids of those that were written. Without ids the disk is left alone.
 */
export function writeDocuments<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  ids: readonly string[],
  edit: (id: string, current: Doc | undefined) => Doc | undefined,
): Promise<string[]> {
  if (ids.length === 0) return Promise.resolve([])
  const { token } = collection.database
  const unsaved = (id: string, current: Doc | undefined): Doc | undefined => {
    const edited = edit(id, current)
    return edited === undefined ? undefined : { ...edited, row_version: 0 }
  }
  const store = (): Promise<string[]> =>
    fastInstanceOf(collection).edit(ids, unsaved, token, !ids.some((id) => isKnown(collection, id)))
  return storedOnce(collection, ids, unsaved, () => inTurn(collection, ids, store))
}

/** Has this tab seen the document? What a screen shows is known. */
const isKnown = <Doc>(collection: RxCollection<Doc>, id: string): boolean =>
  collection._docCache.getLatestDocumentDataIfExists(id) !== undefined

/** Does it after all earlier writes of these documents. */
function inTurn<Result>(
  collection: object,
  ids: readonly string[],
  write: () => Promise<Result>,
): Promise<Result> {
  const ofCollection = underWay.get(collection) ?? new Map<string, Promise<unknown>>()
  underWay.set(collection, ofCollection)
  const writing = Promise.allSettled(ids.map((id) => ofCollection.get(id) ?? Promise.resolve())).then(write)
  for (const id of ids) ofCollection.set(id, writing)
  const forget = (): void => {
    for (const id of ids) if (ofCollection.get(id) === writing) ofCollection.delete(id)
  }
  writing.then(forget, forget)
  return writing
}

/** The time of an edit: now, and always after the edit it replaces, so that the later intent wins even if the clock was set back. */
export const editTime = (now: number, previous = 0): number => Math.max(Math.floor(now), previous + 1)
