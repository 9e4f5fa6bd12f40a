import type { RxCollection } from 'rxdb/plugins/core'
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication'
import type { SyncedDocument } from '../collections/definition.ts'
import type { CollectionName } from '../collections/registry.ts'
import { fastInstanceOf } from '../storage/fast-dexie.ts'
import { PAGE_SIZE, type ReplicatedPuller } from './puller.ts'
import type { createPushHandler } from './push-handler.ts'
import { MAX_ROWS } from './push-queue.ts'
import type { Checkpoint } from './transport.ts'

export type ReplicationState = RxReplicationState<SyncedDocument, Checkpoint>

/** After an error that is not the server's, say of the storage. */
const STORAGE_RETRY_MS = 1_000

export type StateParts = {
  collection: RxCollection<SyncedDocument>
  handler: ReturnType<typeof createPushHandler>
  /** undefined for a collection that only goes up. */
  puller: ReplicatedPuller | undefined
}

/** RxDB's replication of one collection, not started. */
export function createReplicationState(
  name: CollectionName,
  { collection, handler, puller }: StateParts,
): ReplicationState {
  const replicationIdentifier = `mirutomo-${name}`
  const state = replicateRxCollection<SyncedDocument, Checkpoint>({
    replicationIdentifier,
    collection,
    live: true,
    autoStart: false,
    waitForLeadership: false,
    toggleOnDocumentVisible: false,
    retryTime: STORAGE_RETRY_MS,
    ...(puller && { pull: { handler: puller.handler, stream$: puller.stream$, batchSize: PAGE_SIZE } }),
    push: { handler, batchSize: MAX_ROWS },
  })
  // As RxDB names it (rxdb/plugins/replication)
  const origin = collection.database.hashFunction(`rxdbreplication${replicationIdentifier}`)
  fastInstanceOf(collection).setOrigin(origin)
  return state
}

/** RxDB moves the mouse every 20 s so that the tab is not frozen; a page that holds a lock is not, and the event would reach the screens. */
export async function startQuietly(state: ReplicationState): Promise<void> {
  await state.start()
  for (const stopMovingTheMouse of state.onCancel.splice(0)) stopMovingTheMouse()
}
