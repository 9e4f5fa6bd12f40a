import type { RxCollection, RxDocument, RxQuery } from 'rxdb/plugins/core'
import { map, type Observable } from 'rxjs'
import type { SyncState } from '#domain/sync-state.ts'

/** A document together with what the person is told about it. */
export type WithSync<Doc> = Doc & { sync: SyncState }

/** The document as plain data. It shares nested values with the store: to be read, not changed. */
export function plain<Doc>(doc: RxDocument<Doc>): Doc {
  // RxDB types this as deeply read-only, which no plain document type accepts
  return doc.toJSON() as Doc
}

/** A live query as plain documents. */
export function documents<Doc>(query: RxQuery<Doc, RxDocument<Doc>[]>): Observable<Doc[]> {
  return query.$.pipe(map((found) => found.map(plain)))
}

/** The live documents of these ids, by id; those the device does not hold are missing. */
export function documentsById<Doc extends { id: string }>(
  collection: RxCollection<Doc>,
  ids: string[],
): Observable<Map<string, Doc>> {
  return collection
    .findByIds(ids)
    .$.pipe(map((found) => new Map([...found].map(([id, doc]) => [id, plain(doc)]))))
}
