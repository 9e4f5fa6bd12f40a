import {
  type BulkWriteRow,
  categorizeBulkWriteRows,
  type CategorizeBulkWriteRowsOutput,
  type EventBulk,
  type RxDocumentData,
  type RxStorageBulkWriteResponse,
  type RxStorageChangeEvent,
} from 'rxdb/plugins/core'
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import type { Subject } from 'rxjs'
import { getEach, write } from './native.ts'
import { fromStored, type StoredForm, toStored } from './stored-form.ts'

type Changes<Doc> = Subject<EventBulk<RxStorageChangeEvent<RxDocumentData<Doc>>, { id: string; lwt: number }>>

/**
 * Writes documents in one durable transaction: what is there is read, RxDB decides which rows clash, the others are put. Attachments, which no collection
 * has, are left out; so is the second object store that the stock storage locks for them.
 */
export async function bulkWrite<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  rows: BulkWriteRow<Doc>[],
  context: string,
): Promise<RxStorageBulkWriteResponse<Doc>> {
  const { booleanIndexes } = await instance.internals
  const primary = instance.primaryPath
  const ids = rows.map(({ document }) => String(document[primary]))
  let outcome: CategorizeBulkWriteRowsOutput<Doc> | undefined

  await write(instance.internals, (docs) => {
    getEach(docs, ids, (found) => {
      const existing = new Map(
        found.flatMap((stored, position): [string, RxDocumentData<Doc>][] => {
          const id = ids[position]
          if (stored === undefined || id === undefined) return []
          return [[id, fromStored<Doc>(booleanIndexes, stored as StoredForm)]]
        }),
      )
      // Its type wants a key of the plain document; the primary path is one
      outcome = categorizeBulkWriteRows<Doc>(instance, primary as never, existing, rows, context)
      for (const { document } of [...outcome.bulkInsertDocs, ...outcome.bulkUpdateDocs]) {
        docs.put(toStored<Doc>(booleanIndexes, document))
      }
    })
  })

  if (outcome === undefined) throw new Error('the write ended before it began')
  announce(instance, outcome)
  return { error: outcome.errors }
}

/** Tells the live queries, the replication and the other tabs. */
export function announce<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  outcome: CategorizeBulkWriteRowsOutput<Doc>,
): void {
  const newest = outcome.newestRow?.document
  if (outcome.eventBulk.events.length === 0 || newest === undefined) return
  outcome.eventBulk.checkpoint = { id: String(newest[instance.primaryPath]), lwt: newest._meta.lwt }
  // The stock instance keeps its stream of changes private
  const { changes$ } = instance as unknown as { changes$: Changes<Doc> }
  changes$.next(outcome.eventBulk)
}
