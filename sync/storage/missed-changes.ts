import { Dexie, RangeSet } from 'dexie'
import type { RxCollection } from 'rxdb/plugins/core'

/**
 * Makes up for what others wrote while this page was frozen and no broadcast reached it: each document that it
 * knows, each live query, and what is read of the outbox are as in the storage again.
 */
export async function hearMissedChanges(collections: readonly RxCollection[]): Promise<void> {
  Dexie.on.storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) })
  await Promise.all(collections.map(hearMissedOf))
}

async function hearMissedOf(collection: RxCollection): Promise<void> {
  const known = collection._docCache.cacheItemByDocId
  const stored = await collection.storageInstance.findDocumentsById([...known.keys()], true)
  const events = stored.flatMap((documentData) => {
    const documentId: string = documentData[collection.schema.primaryPath]
    const before = known.get(documentId)?.[1]
    if (before === undefined || before._rev === documentData._rev) return []
    const operation = documentData._deleted ? ('DELETE' as const) : ('UPDATE' as const)
    return [{ operation, documentId, documentData, previousDocumentData: before }]
  })
  // As RxDB has a query that was never read
  for (const query of collection._queryCache._map.values()) query._latestChangeEvent = -1
  collection.database.$emit({
    id: crypto.randomUUID(),
    collectionName: collection.name,
    isLocal: false,
    internal: false,
    events,
    checkpoint: { id: '', lwt: 0 },
    context: 'missed',
    databaseToken: collection.database.token,
    storageToken: await collection.database.storageToken,
  })
}
