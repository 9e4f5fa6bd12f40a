import {
  getQueryMatcher,
  getSortComparator,
  type PreparedQuery,
  type RxDocumentData,
} from 'rxdb/plugins/core'
import { getKeyRangeByQueryPlan, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { getEach, read } from './native.ts'
import { fromStored, type StoredForm, toStored, valueAt } from './stored-form.ts'

/** Rows read at once while looking for those that match. */
const PAGE_ROWS = 200

type Instance<Doc> = RxStorageInstanceDexie<Doc>
type Checkpoint = { id: string; lwt: number }

/**
 * Answers a query by whole pages (`getAll`) where the stock storage walks a cursor row by row. An index of RxDB ends in the primary key, so its keys are
 * unique and the next page begins right after the last row.
 */
export async function query<Doc>(
  instance: Instance<Doc>,
  prepared: PreparedQuery<Doc>,
): Promise<{ documents: RxDocumentData<Doc>[] }> {
  const { queryPlan: plan, query: mango } = prepared
  const { booleanIndexes } = await instance.internals
  const range = rangeOf(booleanIndexes, prepared)
  if (range === undefined) return { documents: [] }
  const skip = mango.skip ?? 0
  const end = skip + (mango.limit ?? Number.POSITIVE_INFINITY)
  const matches = plan.selectorSatisfiedByIndex ? undefined : getQueryMatcher(instance.schema, mango)
  const wanted = plan.sortSatisfiedByIndex ? end : Number.POSITIVE_INFINITY

  const found = await read<RxDocumentData<Doc>[]>(instance.internals, (docs, done) => {
    const index = docs.index(indexName(plan.index))
    const documents: RxDocumentData<Doc>[] = []
    const pageSize = matches === undefined ? wanted : Math.max(PAGE_ROWS, wanted)
    const next = (from: IDBKeyRange): void => {
      const count = pageSize === Number.POSITIVE_INFINITY ? undefined : pageSize
      const request: IDBRequest<StoredForm[]> = index.getAll(from, count)
      request.onsuccess = () => {
        const rows = request.result
        const last = rows.at(-1)
        // Before the rows are turned into documents in place
        const key = last === undefined ? [] : keyOf(last, plan.index)
        for (const row of rows) {
          const document = fromStored<Doc>(booleanIndexes, row)
          if (matches === undefined || matches(document)) documents.push(document)
          if (documents.length === wanted) return done(documents)
        }
        if (rows.length < pageSize) return done(documents)
        if (isAtEnd(key, from)) return done(documents)
        next(IDBKeyRange.bound(key, from.upper, true, from.upperOpen))
      }
    }
    if (wanted === 0) return done(documents)
    next(range)
  })
  const sorted = plan.sortSatisfiedByIndex ? found : found.sort(getSortComparator(instance.schema, mango))
  return { documents: sorted.slice(skip, end) }
}

/**
 * Hands over every document that is not deleted, `size` of them in one task, in the order of the index `[_deleted, sortedBy, id]`; answers once the last were. All in one transaction: while
 * others write, each would have to wait for them anew.
 */
export async function readInPieces<Doc>(
  instance: Instance<Doc>,
  sortedBy: string & keyof Doc,
  size: number,
  piece: (documents: RxDocumentData<Doc>[]) => void,
): Promise<void> {
  const { booleanIndexes } = await instance.internals
  const fields = ['_deleted', sortedBy, instance.primaryPath]
  const alive = toStored<Doc>(booleanIndexes, { _deleted: false } as RxDocumentData<Doc>)
  const start = keyOf(alive, ['_deleted'])
  // An array is above every other key
  const end = [...start, []]
  await read<void>(instance.internals, (docs, done) => {
    const index = docs.index(indexName(fields))
    const next = (after: IDBValidKey[]): void => {
      const request: IDBRequest<StoredForm[]> = index.getAll(IDBKeyRange.bound(after, end, true), size)
      request.onsuccess = () => {
        const rows = request.result
        const last = rows.at(-1)
        // Asked for first, so that the browser reads on while these are handed over
        if (last !== undefined && rows.length === size) next(keyOf(last, fields))
        piece(rows.map((row) => fromStored<Doc>(booleanIndexes, row)))
        if (rows.length < size) done()
      }
    }
    next(start)
  })
}

/** The number of rows of a query that an index answers alone. */
export async function countByIndex<Doc>(
  instance: Instance<Doc>,
  prepared: PreparedQuery<Doc>,
): Promise<number> {
  const { booleanIndexes } = await instance.internals
  const range = rangeOf(booleanIndexes, prepared)
  if (range === undefined) return 0
  return read(instance.internals, (docs, done) => {
    const request = docs.index(indexName(prepared.queryPlan.index)).count(range)
    request.onsuccess = () => done(request.result)
  })
}

export async function findDocumentsById<Doc>(
  instance: Instance<Doc>,
  ids: string[],
  withDeleted: boolean,
): Promise<RxDocumentData<Doc>[]> {
  const { booleanIndexes } = await instance.internals
  const found = await read<unknown[]>(instance.internals, (docs, done) => getEach(docs, ids, done))
  return found.flatMap((stored) => {
    if (stored === undefined) return []
    const document = fromStored<Doc>(booleanIndexes, stored as StoredForm)
    return document._deleted && !withDeleted ? [] : [document]
  })
}

/**
 * What changed after a checkpoint, in the order of writing. The stock storage reads again every row that shares the checkpoint's time, which is quadratic
 * after a bulk write; the index of time and id can be entered right behind it.
 */
export async function getChangedDocumentsSince<Doc>(
  instance: Instance<Doc>,
  limit: number,
  checkpoint: Checkpoint | undefined,
): Promise<{ documents: RxDocumentData<Doc>[]; checkpoint: Checkpoint }> {
  const { booleanIndexes } = await instance.internals
  const primary = instance.primaryPath
  const rows = await read<StoredForm[]>(instance.internals, (docs, done) => {
    const after = checkpoint && IDBKeyRange.lowerBound([checkpoint.lwt, checkpoint.id], true)
    const request: IDBRequest<StoredForm[]> = docs
      .index(indexName(['_meta.lwt', primary]))
      .getAll(after, limit)
    request.onsuccess = () => done(request.result)
  })
  const documents = rows.map((row) => fromStored<Doc>(booleanIndexes, row))
  const last = documents.at(-1)
  if (last === undefined) return { documents, checkpoint: checkpoint ?? { id: '', lwt: 0 } }
  return { documents, checkpoint: { id: String(last[primary]), lwt: last._meta.lwt } }
}

/** What Dexie calls the index of these fields. */
export const indexName = (fields: readonly string[]): string => `[${fields.join('+')}]`

const keyOf = (row: StoredForm, fields: readonly string[]): IDBValidKey[] =>
  fields.map((field) => valueAt(row, field) as IDBValidKey)

/** undefined when the plan's bounds are no keys, so nothing can match. */
function rangeOf<Doc>(booleanIndexes: string[], prepared: PreparedQuery<Doc>): IDBKeyRange | undefined {
  try {
    return getKeyRangeByQueryPlan(booleanIndexes, prepared.queryPlan, IDBKeyRange) as IDBKeyRange
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return undefined
    throw error
  }
}

/** Does the range end at this key? Then no bound behind it is valid. */
function isAtEnd(key: IDBValidKey[], range: IDBKeyRange): boolean {
  return indexedDB.cmp(key, range.upper) >= 0
}
