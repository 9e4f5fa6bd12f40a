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
import { addEach, getEach, putEach, write } from './native.ts'
import { fromStored, type StoredForm, toStored } from './stored-form.ts'

type Changes<Doc> = Subject<EventBulk<RxStorageChangeEvent<RxDocumentData<Doc>>, { id: string; lwt: number }>>

/**
 * Writes documents in one durable transaction. New ones are added at once, without looking first; of the others what is there is read, RxDB decides which
 * rows clash, the rest is put. Attachments, which no collection has, are left out; so is the second object store that the stock storage locks for them.
 */
export async function bulkWrite<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  rows: BulkWriteRow<Doc>[],
  context: string,
): Promise<RxStorageBulkWriteResponse<Doc>> {
  const { booleanIndexes } = await instance.internals
  const idOf = ({ document }: BulkWriteRow<Doc>): string => String(document[instance.primaryPath])
  const created = rows.filter(({ previous }) => previous === undefined)
  let outcome: CategorizeBulkWriteRowsOutput<Doc> | undefined

  await write(instance.internals, (docs) => {
    addEach(
      docs,
      created,
      ({ document }) => toStored<Doc>(booleanIndexes, document),
      (taken) => {
        const known = new Set([...rows.filter(({ previous }) => previous !== undefined), ...taken])
        const ids = [...known].map(idOf)
        getEach(docs, ids, (found) => {
          const existing = existingById<Doc>(booleanIndexes, ids, found)
          outcome = categorize(instance, existing, rows, context)
          const { bulkInsertDocs, bulkUpdateDocs } = outcome
          // A row whose previous state is gone counts as an insert, and has not been added yet
          const left = [...bulkInsertDocs, ...bulkUpdateDocs].filter(({ previous }) => previous !== undefined)
          putEach(docs, left, ({ document }) => toStored<Doc>(booleanIndexes, document))
        })
      },
    )
  })

  if (outcome === undefined) throw new Error('the write ended before it began')
  announce(instance, outcome)
  return { error: outcome.errors }
}

/** What RxDB makes of these rows beside what is there: which clash, and what is to be told. */
export function categorize<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  existing: Map<string, RxDocumentData<Doc>>,
  rows: BulkWriteRow<Doc>[],
  context: string,
): CategorizeBulkWriteRowsOutput<Doc> {
  // Its type wants a key of the plain document; the primary path is one
  return categorizeBulkWriteRows<Doc>(instance, instance.primaryPath as never, existing, rows, context)
}

/** The found documents by their id. Changes `found`: nobody else may hold them. */
export function existingById<Doc>(
  booleanIndexes: string[],
  ids: readonly string[],
  found: readonly unknown[],
): Map<string, RxDocumentData<Doc>> {
  const existing = new Map<string, RxDocumentData<Doc>>()
  for (const [position, id] of ids.entries()) {
    const stored = found[position]
    if (stored !== undefined) existing.set(id, fromStored<Doc>(booleanIndexes, stored as StoredForm))
  }
  return existing
}

/** Tells the live queries, the replication and the other tabs. */
export function announce<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  outcome: CategorizeBulkWriteRowsOutput<Doc>,
): void {
  const newest = outcome.newestRow?.document
  if (outcome.eventBulk.events.length === 0 || newest === undefined) return
  for (const event of outcome.eventBulk.events) tellAsChange(event)
  outcome.eventBulk.checkpoint = { id: String(newest[instance.primaryPath]), lwt: newest._meta.lwt }
  // The stock instance keeps its stream of changes private
  const { changes$ } = instance as unknown as { changes$: Changes<Doc> }
  changes$.next(outcome.eventBulk)
}

/**
 * Hazard: what RxDB is told was inserted it puts into a query's results without looking whether it is there (17.6). Another tab's query may have found it in the storage
 * before it was told, and would have it twice, and once for ever. A change of something whose former state is not known is put where it belongs, at the same cost.
 */
function tellAsChange<Doc>(event: RxStorageChangeEvent<RxDocumentData<Doc>>): void {
  if (event.operation === 'INSERT') Object.assign(event, { operation: 'UPDATE' })
}
