import type { RxCollection, WithDeleted } from 'rxdb/plugins/core'
import type { SyncedDocument } from '../collections/definition.ts'
import { tombstoneOf } from './pulled.ts'

/** The removal of everything that the server once brought and this epoch did not. What was just edited is settled by its push. */
export async function leftOver(
  collection: RxCollection<SyncedDocument>,
  epoch: string,
): Promise<WithDeleted<SyncedDocument>[]> {
  const found = await collection.find({ selector: { row_version: { $gt: 0 } } }).exec()
  return found
    .filter((doc) => doc.sync_epoch !== epoch)
    .map((doc) => tombstoneOf(doc.id, doc.row_version, epoch))
}
