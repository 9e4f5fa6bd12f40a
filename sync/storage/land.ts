import {
  type BulkWriteRow,
  type CategorizeBulkWriteRowsOutput,
  createRevision,
  now,
  type RxDocumentData,
  type WithDeleted,
} from 'rxdb/plugins/core'
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import * as v from 'valibot'
import { nextTask } from '../next-task.ts'
import { announce, categorize, existingById } from './fast-write.ts'
import { addEach, DOCS, getEach, PROGRESS, putEach, read, write } from './native.ts'
import { toStored } from './stored-form.ts'

/** Rows of the server for a collection that the server alone writes. */
export type Landing<Doc> = {
  documents: readonly WithDeleted<Doc>[]
  /** How far the pull has come with them; left as it was when undefined. */
  progress: Progress | undefined
  /** Is the device unlikely to have them? Changes the speed, never the result. */
  likelyNew: boolean
  /** Must this row not be laid over what the device has? */
  isKnown: (row: WithDeleted<Doc>, stored: RxDocumentData<Doc>) => boolean
}

const StoredProgress = v.object({
  checkpoint: v.unknown(),
  // Who stored it before this was noted had most often pulled everything
  isWhole: v.optional(v.boolean(), true),
})
/** `isWhole`: has a pull ever come to the end of what there was? */
export type Progress = v.InferOutput<typeof StoredProgress>

const CONTEXT = 'landing'
/** The one record of the progress. */
const PROGRESS_KEY = 1
/** Rows in one transaction: whoever reads the collection meanwhile has to wait for no more, and no more is told in one task. */
const PART = 250

/**
 * Lays rows of the server over a collection and notes how far the pull has come. Guarantee: the progress is on the disk only together with all of them; of rows whose progress was
 * not written some may be there, and are pulled again. What is there is compared inside the transaction, so no other writer can come between.
 */
export async function land<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  landing: Landing<Doc>,
  token: string,
): Promise<void> {
  // Of several states of one document the last is the newest
  const documents = [
    ...new Map(landing.documents.map((document) => [idIn(instance, document), document])).values(),
  ]
  let first = 0
  for (; first + PART < documents.length; first += PART) {
    const part = documents.slice(first, first + PART)
    // The strict transaction at the end has the disk wait for this one too
    await landPart(instance, { ...landing, documents: part, progress: undefined }, token, 'relaxed')
    await nextTask()
  }
  await landPart(instance, { ...landing, documents: documents.slice(first) }, token, 'strict')
}

/** The primary path is typed as a key of the stored document only. */
const idIn = <Doc>(instance: RxStorageInstanceDexie<Doc>, document: WithDeleted<Doc>): string =>
  String((document as RxDocumentData<Doc>)[instance.primaryPath])

async function landPart<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  { documents, progress, likelyNew, isKnown }: Landing<Doc>,
  token: string,
  durability: 'strict' | 'relaxed',
): Promise<void> {
  const { booleanIndexes } = await instance.internals
  const writeTime = now()
  const rowOf = (document: WithDeleted<Doc>, previous?: RxDocumentData<Doc>): BulkWriteRow<Doc> => ({
    ...(previous === undefined ? {} : { previous }),
    document: {
      ...document,
      _attachments: {},
      _meta: { ...previous?._meta, lwt: writeTime },
      _rev: createRevision(token, previous),
      // Spreads of a generic document lose its type
    } as unknown as RxDocumentData<Doc>,
  })
  const stored = ({ document }: BulkWriteRow<Doc>) => toStored<Doc>(booleanIndexes, document)
  let outcome: CategorizeBulkWriteRowsOutput<Doc> | undefined

  await write(
    instance.internals,
    (docs, transaction) => {
      const added = likelyNew ? documents.map((document) => rowOf(document)) : []
      addEach(docs, added, stored, (taken) => {
        const doubtful = likelyNew ? taken.map(({ document }) => document) : documents
        const ids = doubtful.map((document) => idIn(instance, document))
        getEach(docs, ids, (found) => {
          const existing = existingById<Doc>(booleanIndexes, ids, found)
          const rows = doubtful.flatMap((document, position) => {
            const previous = existing.get(ids[position] ?? '')
            return previous !== undefined && isKnown(document, previous) ? [] : [rowOf(document, previous)]
          })
          const refused = new Set(taken)
          const inserted = added.filter((row) => !refused.has(row))
          outcome = categorize(instance, existing, [...inserted, ...rows], CONTEXT)
          putEach(docs, rows, stored, () => {
            if (progress === undefined) return
            transaction.objectStore(PROGRESS).put({ sequence: PROGRESS_KEY, ...progress })
          })
        })
      })
    },
    [DOCS, PROGRESS],
    durability,
  )
  if (outcome !== undefined) announce(instance, outcome)
}

/** How far the pull of this collection has come, undefined before the first page. */
export function landedProgress<Doc>(instance: RxStorageInstanceDexie<Doc>): Promise<Progress | undefined> {
  return read<Progress | undefined>(
    instance.internals,
    (progress, done) => {
      const request: IDBRequest<unknown> = progress.get(PROGRESS_KEY)
      request.onsuccess = () => {
        const stored = v.safeParse(StoredProgress, request.result)
        done(stored.success ? stored.output : undefined)
      }
    },
    PROGRESS,
  )
}
