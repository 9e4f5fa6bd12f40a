import { categorizeBulkWriteRows, createRevision, now, type RxDocumentData } from 'rxdb/plugins/core'
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { announce } from './fast-write.ts'
import { getEach, write } from './native.ts'
import { fromStored, type StoredForm } from './stored-form.ts'

/** Takes documents out of the storage without a trace, where a deletion of RxDB leaves one that grows with time; queries and tabs are told. */
export async function purge<Doc>(instance: RxStorageInstanceDexie<Doc>, ids: string[]): Promise<void> {
  const { booleanIndexes } = await instance.internals
  let removed: RxDocumentData<Doc>[] = []
  await write(instance.internals, (docs) => {
    getEach(docs, ids, (found) => {
      removed = found.flatMap((stored) =>
        stored === undefined ? [] : fromStored<Doc>(booleanIndexes, stored as StoredForm),
      )
      for (const document of removed) docs.delete(String(document[instance.primaryPath]))
    })
  })
  const alive = removed.filter((document) => !document._deleted)
  if (alive.length === 0) return
  const existing = new Map(alive.map((document) => [String(document[instance.primaryPath]), document]))
  const rows = alive.map((previous) => ({
    previous,
    document: {
      ...previous,
      _deleted: true,
      _rev: createRevision(instance.databaseName, previous),
      _meta: { ...previous._meta, lwt: now() },
    },
  }))
  // Its type wants a key of the plain document; the primary path is one
  announce(
    instance,
    categorizeBulkWriteRows<Doc>(instance, instance.primaryPath as never, existing, rows, 'purge'),
  )
}
