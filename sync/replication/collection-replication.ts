import type { RxCollection } from 'rxdb/plugins/core'
import { filter } from 'rxjs'
import type { SyncedDocument } from '../collections/definition.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import type { Marks } from '../in-flight.ts'
import type { Store } from '../store.ts'
import { createDirectPuller } from './direct-puller.ts'
import type { Epochs } from './epochs.ts'
import type { Exchange } from './exchange.ts'
import { messageFloors } from './keep-older.ts'
import { watchLeftBehind } from './left-behind.ts'
import { createPuller, type Puller, type ReplicatedPuller } from './puller.ts'
import { pushAgain, pushUntold } from './push-again.ts'
import { createPushHandler } from './push-handler.ts'
import { createReplicationState, startQuietly } from './replication-state.ts'
import { createRecovery, isOfTheStorage } from './storage-trouble.ts'
import { createTurns } from './turns.ts'

/** What keeps one collection in step with the server, whoever writes it. What is not of its direction does nothing. */
export type CollectionReplication = Puller &
  Pick<ReplicatedPuller, 'lay'> & {
    name: CollectionName
    start(): Promise<void>
    /** Ends it, after the exchange has stopped; what is being written is written to its end. */
    stop(): Promise<void>
    /** Has pushed what the server has not answered for although RxDB takes it for pushed. Once, after the start: the exchange waits for it. */
    pushStrays(): Promise<void>
    /** Has pushed what another tab stored and told nobody of. */
    pushUntold(): Promise<void>
    /** Resolves when RxDB has stored and pushed all that it knows of. */
    inSync(): Promise<unknown>
  }

export type ReplicationParts = {
  store: Store
  marks: Marks
  exchange: Exchange
  epochs: Epochs
  /** The first wait after an error of the storage. */
  retryMs: number
  /** The server's state of this collection is not surely known any more: it is pulled from the start. */
  doubt: (name: CollectionName) => Promise<void>
  /** Everything the server had of this collection was stored. */
  onPulled: (name: CollectionName) => void
  /** The server has answered for documents of a collection that is never pulled. */
  onPushed: (name: CollectionName) => void
}

type Collection = RxCollection<SyncedDocument>

/** The replication of one collection, not started. */
export function createReplication(name: CollectionName, parts: ReplicationParts): CollectionReplication {
  // The union of twelve collection types has no common replication type; each handler only ever sees its own documents
  const collection = parts.store.collections[name] as unknown as Collection
  const create = COLLECTIONS[name].direction === 'pull' ? createDirect : createReplicated
  return create(name, collection, parts)
}

/** notification_reads has no pull: what was read elsewhere comes with the notification. */
export const pulledWith = <Name extends string>(name: Name): Name | 'notifications' =>
  name === 'notification_reads' ? 'notifications' : name

const NOTHING = {
  ask: () => {},
  restart: () => {},
  learn: () => {},
  lay: async () => false,
  pushStrays: async () => {},
  pushUntold: async () => {},
  inSync: async () => {},
}

/** Of a collection that the server alone writes. */
function createDirect(
  name: CollectionName,
  collection: Collection,
  parts: ReplicationParts,
): CollectionReplication {
  const puller = createDirectPuller(name, { ...parts, collection })
  return { ...NOTHING, ...puller, name, start: async () => puller.start() }
}

/** Of a collection that people write: RxDB replicates it. */
function createReplicated(
  name: CollectionName,
  collection: Collection,
  parts: ReplicationParts,
): CollectionReplication {
  const { store, exchange, epochs } = parts
  const { direction } = COLLECTIONS[name]
  const recovery = createRecovery(parts.retryMs, async () => {
    await parts.doubt(name)
    await pushAgain(store, collection)
  })
  const puller =
    direction === 'push'
      ? undefined
      : createPuller(name, {
          collection,
          exchange,
          epochs,
          ...(name === 'messages' && { floors: messageFloors(store) }),
          onPulled: (pulled) => {
            recovery.settled()
            parts.onPulled(pulled)
          },
          onTrouble: recovery.failed,
        })
  /** Resolves when RxDB has worked off what it has found to push. */
  const handedUp = async (): Promise<void> => {
    await state.internalReplicationState?.streamQueue.up
  }
  const handler = createPushHandler(name, {
    store,
    marks: parts.marks,
    exchange,
    epochOf: (pushed) => epochs.current(pulledWith(pushed)),
    onUncertain: (uncertain) => parts.doubt(uncertain).catch(recovery.failed),
    onPushed: direction === 'push' ? parts.onPushed : () => {},
    stored: async () => {
      await new Promise((resolve) => setTimeout(resolve, 0))
      await handedUp()
    },
    turns: name === 'messages' ? createTurns(store, collection) : undefined,
  })
  const state = createReplicationState(name, { collection, handler, puller })
  puller?.attach(state)
  const pullsAnew$ = puller?.stream$.pipe(filter((item) => item === 'RESYNC'))
  const leftBehind = pullsAnew$ && watchLeftBehind(pullsAnew$, state, () => pushAgain(store, collection))
  state.error$.subscribe((error) => {
    // What cannot be read now holds nobody else up
    exchange.nothingWaits(name)
    if (!isOfTheStorage(error)) return
    puller?.spoil()
    recovery.failed()
  })

  return {
    ...NOTHING,
    ...puller,
    name,
    start: () => startQuietly(state),
    stop: async () => {
      leftBehind?.unsubscribe()
      recovery.stop()
      await state.cancel()
    },
    pushStrays: async () => {
      try {
        await handedUp()
      } finally {
        exchange.nothingWaits(name)
      }
      // RxDB takes it for pushed when the answer did not reach the disk before the app died, and so does it with what was refused when nobody knows that any more
      await pushAgain(store, collection)
    },
    pushUntold: () => pushUntold(store, collection),
    inSync: () => state.awaitInSync(),
  }
}
