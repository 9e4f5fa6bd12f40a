import type { BulkWriteRow, RxCollection, RxDocumentData } from 'rxdb/plugins/core'
import type { SyncedDocument } from './definition.ts'

const MAX_ATTEMPTS = 20
const CONFLICT = 'CONFLICT'
/** The status of a row whose document changed meanwhile. */
const CLASH = 409

/** The write cannot be meant: nothing was stored. */
export class InvalidWriteError extends Error {
  override readonly name = 'InvalidWriteError'
}

/** The last write of each document that is still under way. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>()

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
  return inTurn(collection, [id], () => writeNow(collection, id, edit))
}

/**
 * `writeDocument` for many documents in one IndexedDB transaction: `edit` is called for each id. Answers the ids of those that were written. Only
 * documents that clashed with a write from elsewhere are written again, in a transaction of their own.
 */
export function writeDocuments<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  ids: readonly string[],
  edit: (id: string, current: Doc | undefined) => Doc | undefined,
): Promise<string[]> {
  return inTurn(collection, ids, () => writeAllNow(collection, ids, edit))
}

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

async function writeAllNow<Doc extends SyncedDocument>(
  collection: RxCollection<Doc>,
  ids: readonly string[],
  edit: (id: string, current: Doc | undefined) => Doc | undefined,
): Promise<string[]> {
  const written: string[] = []
  let left = [...ids]
  for (let attempt = 1; left.length > 0; attempt++) {
    const found = await collection.storageInstance.findDocumentsById(left, true)
    const stored = new Map(found.map((data) => [data.id, data]))
    const rows = left.flatMap((id) => toWriteRow(edit(id, contentOf(stored.get(id))), stored.get(id)))
    if (rows.length === 0) break
    const { error: errors } = await collection.storageInstance.bulkWrite(rows, 'mirutomo-edits')
    const clashed = new Set(errors.map(({ documentId }) => documentId))
    const [other] = errors.filter(({ status }) => status !== CLASH)
    if (other !== undefined || attempt === MAX_ATTEMPTS) {
      if (clashed.size > 0) throw new Error('edits could not be stored', { cause: other ?? errors[0] })
    }
    written.push(...rows.map(({ document }) => document.id).filter((id) => !clashed.has(id)))
    left = left.filter((id) => clashed.has(id))
  }
  return written
}

/** What is stored as the document it is; undefined for none or a deleted one. */
function contentOf<Doc>(data: RxDocumentData<Doc> | undefined): Doc | undefined {
  if (data === undefined || data._deleted) return undefined
  const { _rev, _meta, _attachments, _deleted, ...document } = data
  // What is left of a stored document without RxDB's own fields is the document
  return document as unknown as Doc
}

function toWriteRow<Doc extends SyncedDocument>(
  edited: Doc | undefined,
  previous: RxDocumentData<Doc> | undefined,
): BulkWriteRow<Doc>[] {
  if (edited === undefined) return []
  const { _rev = '', _meta = { lwt: 1 }, _attachments = {} } = previous ?? {}
  const document = { ...edited, row_version: 0, _deleted: false, _rev, _meta, _attachments }
  return [previous === undefined ? { document } : { document, previous }]
}

/** The time of an edit: now, and always after the edit it replaces, so that the later intent wins even if the clock was set back. */
export const editTime = (now: number, previous = 0): number => Math.max(Math.floor(now), previous + 1)

function isConflict(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === CONFLICT
}
