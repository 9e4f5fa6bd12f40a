import {
  type BulkWriteRow,
  type CategorizeBulkWriteRowsOutput,
  createRevision,
  now,
  type RxDocumentData,
} from 'rxdb/plugins/core'
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { announce, categorize, existingById } from './fast-write.ts'
import { indexName } from './fast-reads.ts'
import { addEach, getEach, putEach, write } from './native.ts'
import { toStored } from './stored-form.ts'

/** `edit` gets what is stored, undefined for none or a deleted document, and answers the document as it shall be, or undefined to leave it. */
export type Edit<Doc> = (id: string, current: Doc | undefined) => Doc | undefined

const CONTEXT = 'edit'
/** RxDB's times of writing have this precision. */
const CLOCK_STEP_MS = 0.01

/**
 * Reads documents, edits them and stores them, all in one durable transaction: nobody else's write can come between, so none is ever lost to a race. Answers
 * the ids of those that were written. What `edit` throws is thrown, and nothing was stored; it may be called again, and then only the last call counts.
 * `likelyNew`: the first document is added without looking, which saves a way to the browser's process and back; when it is there after all, it is read and edited.
 */
export async function editDocuments<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  ids: readonly string[],
  edit: Edit<Doc>,
  token: string,
  likelyNew = false,
): Promise<string[]> {
  const { booleanIndexes } = await instance.internals
  let outcome: CategorizeBulkWriteRowsOutput<Doc> | undefined
  let thrown: { error: unknown } | undefined
  const rowOf = (id: string, previous: RxDocumentData<Doc> | undefined, lwt: number): BulkWriteRow<Doc>[] => {
    const edited = edit(id, contentOf(previous))
    if (edited === undefined) return []
    const document = {
      ...edited,
      _deleted: false,
      _attachments: {},
      _meta: { ...previous?._meta, lwt },
      _rev: createRevision(token, previous),
      // Spreads of a generic document lose its type
    } as unknown as RxDocumentData<Doc>
    return [previous === undefined ? { document } : { document, previous }]
  }

  const stored = ({ document }: BulkWriteRow<Doc>) => toStored<Doc>(booleanIndexes, document)
  const guessAt = (lwt: number): BulkWriteRow<Doc>[] => {
    const [id, ...others] = ids
    if (!likelyNew || id === undefined || others.length > 0) return []
    try {
      return rowOf(id, undefined, lwt)
    } catch {
      // It throws again if there really is none
      return []
    }
  }

  try {
    await write(instance.internals, (docs, transaction) => {
      const time = now()
      const byTime = docs.index(indexName(['_meta.lwt', instance.primaryPath]))
      const later = byTime.getKey(IDBKeyRange.lowerBound([time]))
      // Guarantee: later than everything that is stored. By the device's clock alone an edit after the clock was set back would lie before the
      // place up to which the replication has sent, and a leader that starts then would never find it.
      const dated = (act: (lwt: number) => void): void => {
        if (later.result === undefined) return act(time)
        const latest = byTime.openKeyCursor(null, 'prev')
        latest.onsuccess = () => act(lwtOf(latest.result?.key) + CLOCK_STEP_MS)
      }
      const store = (found: unknown[]): void =>
        dated((lwt) => {
          try {
            const existing = existingById<Doc>(booleanIndexes, ids, found)
            const rows = ids.flatMap((id) => rowOf(id, existing.get(id), lwt))
            outcome = categorize(instance, existing, rows, CONTEXT)
            putEach(docs, rows, stored)
          } catch (error) {
            thrown = { error }
            transaction.abort()
          }
        })
      const guess = guessAt(time)
      if (guess.length === 0) return getEach(docs, ids, store)
      addEach(docs, guess, stored, (taken) => {
        if (taken.length > 0) return getEach(docs, ids, store)
        // Dated again, over what was just added
        if (later.result !== undefined) return store([])
        outcome = categorize(instance, new Map(), guess, CONTEXT)
        transaction.commit()
      })
    })
  } catch (error) {
    throw thrown === undefined ? error : thrown.error
  }
  if (outcome === undefined) return []
  announce(instance, outcome)
  return [...outcome.bulkInsertDocs, ...outcome.bulkUpdateDocs].map(({ document }) =>
    String(document[instance.primaryPath]),
  )
}

/** The time of writing in a key of the index of time and id. */
const lwtOf = (key: IDBValidKey | undefined): number => (Array.isArray(key) ? Number(key[0]) : 0)

/** What is stored as the document it is; undefined for none or a deleted one. */
export function contentOf<Doc>(data: RxDocumentData<Doc> | undefined): Doc | undefined {
  if (data === undefined || data._deleted) return undefined
  const { _rev, _meta, _attachments, _deleted, ...document } = data
  // What is left of a stored document without RxDB's own fields is the document
  return document as unknown as Doc
}
