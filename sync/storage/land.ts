import {
  type BulkWriteRow,
  type CategorizeBulkWriteRowsOutput,
  createRevision,
  now,
  type RxDocumentData,
  type WithDeleted,
} from 'rxdb/plugins/core'
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { announce, categorize, existingById } from './fast-write.ts'
import { addEach, DOCS, getEach, PROGRESS, putEach, read, write } from './native.ts'
import { toStored } from './stored-form.ts'

/** Rows of the server for a collection that the server alone writes. */
export type Landing<Doc> = {
  documents: readonly WithDeleted<Doc>[]
  /** How far the pull has come with them; left as it was when undefined. */
  checkpoint: unknown
  /** Is the device unlikely to have them? Changes the speed, never the result. */
  likelyNew: boolean
  /** Must this row not be laid over what the device has? */
  isKnown: (row: WithDeleted<Doc>, stored: RxDocumentData<Doc>) => boolean
}

const CONTEXT = 'landing'
/** The one record of the progress. */
const CHECKPOINT_KEY = 1

/**
 * Lays rows of the server over a collection and notes how far the pull has come, all in one durable transaction: a crash leaves both or neither. What is
 * there is compared inside the transaction, so no other writer can come between.
 */
export async function land<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  landing: Landing<Doc>,
  token: string,
): Promise<void> {
  const { booleanIndexes } = await instance.internals
  // The primary path is typed as a key of the stored document only
  const idOf = (document: WithDeleted<Doc>): string =>
    String((document as RxDocumentData<Doc>)[instance.primaryPath])
  // Of several states of one document the last is the newest
  const documents = [...new Map(landing.documents.map((document) => [idOf(document), document])).values()]
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
      const added = landing.likelyNew ? documents.map((document) => rowOf(document)) : []
      addEach(docs, added, stored, (taken) => {
        const doubtful = landing.likelyNew ? taken.map(({ document }) => document) : documents
        const ids = doubtful.map(idOf)
        getEach(docs, ids, (found) => {
          const existing = existingById<Doc>(booleanIndexes, ids, found)
          const rows = doubtful.flatMap((document, position) => {
            const previous = existing.get(ids[position] ?? '')
            return previous !== undefined && landing.isKnown(document, previous)
              ? []
              : [rowOf(document, previous)]
          })
          const refused = new Set(taken)
          const inserted = added.filter((row) => !refused.has(row))
          outcome = categorize(instance, existing, [...inserted, ...rows], CONTEXT)
          putEach(docs, rows, stored, () => {
            if (landing.checkpoint === undefined) return
            const progress = transaction.objectStore(PROGRESS)
            progress.put({ sequence: CHECKPOINT_KEY, checkpoint: landing.checkpoint })
          })
        })
      })
    },
    [DOCS, PROGRESS],
  )
  if (outcome !== undefined) announce(instance, outcome)
}

/** How far the pull of this collection has come, undefined before the first page. */
export function landedCheckpoint<Doc>(instance: RxStorageInstanceDexie<Doc>): Promise<unknown> {
  return read<unknown>(
    instance.internals,
    (progress, done) => {
      const request: IDBRequest<{ checkpoint: unknown } | undefined> = progress.get(CHECKPOINT_KEY)
      request.onsuccess = () => done(request.result?.checkpoint)
    },
    PROGRESS,
  )
}
