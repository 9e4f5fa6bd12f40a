import type { RxCollection, RxDocumentData } from 'rxdb/plugins/core'
import { Observable } from 'rxjs'
import { fastInstanceOf } from '../storage/fast-dexie.ts'

/** Documents read in one task. */
const PIECE = 100

/** A part of a collection, or what changed in it, deleted documents too. `isWhole`: with this, everything has been told. */
export type Told<Doc> = { documents: RxDocumentData<Doc>[]; isWhole: boolean }

/**
 * Every document of a collection and then every change, as they lie in the storage: a live query of so many would hold up the page while it reads them, and again after each pull.
 * `sortedBy`: the first field of an index. Guarantee: of each document the last told state is its latest. Fails when the storage does.
 */
export function everyDocument<Doc extends { id: string }>(
  collection: RxCollection<Doc>,
  sortedBy: string & keyof Doc,
): Observable<Told<Doc>> {
  return new Observable((told) => {
    let isWhole = false
    // Whatever is told while the reading goes on was written before it began: nobody writes meanwhile
    told.add(
      collection.eventBulks$.subscribe(({ events }) => {
        // RxDB types what it tells of a collection by none
        const documents = events.map((event): RxDocumentData<Doc> => event.documentData)
        told.next({ documents, isWhole })
      }),
    )
    fastInstanceOf(collection)
      .readInPieces(sortedBy, PIECE, (documents) => {
        isWhole = documents.length < PIECE
        told.next({ documents, isWhole })
      })
      .catch((error: unknown) => told.error(error))
  })
}
