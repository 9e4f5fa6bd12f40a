import type { RxCollection, WithDeleted } from 'rxdb/plugins/core'
import type { SyncedDocument } from '../collections/definition.ts'
import { messageKey } from '../collections/keys.ts'
import type { MessageDocument } from '../collections/messages.ts'
import { tombstoneOf } from './pulled.ts'

/** The removal of everything that the server once brought and this epoch did not. What was just edited is settled by its push. */
export async function leftOver(
  collection: RxCollection<SyncedDocument>,
  epoch: string,
): Promise<WithDeleted<SyncedDocument>[]> {
  const found = await collection.find({ selector: { row_version: { $gt: 0 } } }).exec()
  return found.filter((doc) => doc.sync_epoch !== epoch).map((doc) => removalOf(doc, epoch))
}

/**
 * The tombstone keeps the old epoch, or a restored server's lower version would look older and be ignored. Rows learned outside a pull have none; they get the
 * new one.
 */
const removalOf = (doc: SyncedDocument, epoch: string): WithDeleted<SyncedDocument> =>
  tombstoneOf(doc.id, doc.row_version, doc.sync_epoch || epoch)

/** The removal of messages that stand below the floor of their conversation. */
export async function belowFloors(
  collection: RxCollection<MessageDocument>,
  { floors, epoch }: { floors: Record<string, number>; epoch: string },
): Promise<WithDeleted<SyncedDocument>[]> {
  const found = await Promise.all(
    Object.entries(floors).map(([conversation_id, floor]) =>
      collection.find({ selector: { conversation_id, recent_key: { $gt: messageKey(floor, '') } } }).exec(),
    ),
  )
  return found
    .flat()
    .filter((doc) => doc.seq > 0 && doc.row_version > 0)
    .map((doc) => removalOf(doc, epoch))
}
