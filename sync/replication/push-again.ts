import { normalizeMangoQuery, prepareQuery, type RxCollection, type RxDocumentData } from 'rxdb/plugins/core'
import type { SyncedDocument } from '../collections/definition.ts'
import { writeDocuments } from '../collections/write.ts'
import { editKey } from '../outbox/parked.ts'
import type { Store } from '../store.ts'

const UNSAVED = { selector: { row_version: 0 } }

/**
 * Has every unsaved document of a collection pushed again: the server's answer to one may have got lost on the way to the disk. The server takes each once.
 */
export async function pushAgain(
  store: Pick<Store, 'outbox'>,
  collection: RxCollection<SyncedDocument>,
): Promise<void> {
  const unsaved = await collection.find(UNSAVED).exec()
  await pushOnceMore(
    store,
    collection,
    unsaved.map(({ id }) => id),
  )
}

/** Has pushed what another tab stored and told nobody of, because it died between the two: RxDB answers from what it was told, the storage from what is there. */
export async function pushUntold(
  store: Pick<Store, 'outbox'>,
  collection: RxCollection<SyncedDocument>,
): Promise<void> {
  const documents = await unsavedOnDisk(collection)
  const told = new Map((await collection.find(UNSAVED).exec()).map((doc) => [doc.id, doc.revision]))
  const untold = documents.filter(({ id, _rev, _deleted }) => !_deleted && told.get(id) !== _rev)
  await pushOnceMore(
    store,
    collection,
    untold.map(({ id }) => id),
  )
}

/** What the server has not answered for, as it is on the disk: also what this tab was not told of. */
export async function unsavedOnDisk(
  collection: RxCollection<SyncedDocument>,
): Promise<RxDocumentData<SyncedDocument>[]> {
  const { jsonSchema } = collection.schema
  const prepared = prepareQuery(jsonSchema, normalizeMangoQuery(jsonSchema, UNSAVED))
  const { documents } = await collection.storageInstance.query(prepared)
  return documents
}

/** Has these pushed, as many as are unsaved and not parked: all in one piece. Rejects when they cannot be stored. */
export async function pushOnceMore(
  store: Pick<Store, 'outbox'>,
  collection: RxCollection<SyncedDocument>,
  ids: string[],
): Promise<void> {
  const parked = store.outbox.parked()
  const waiting = ids.filter((id) => !parked.has(editKey(collection.name, id)))
  await writeDocuments(collection, waiting, (_, current) =>
    current === undefined || current.row_version > 0
      ? undefined
      : { ...current, retries: (current.retries ?? 0) + 1 },
  )
}
