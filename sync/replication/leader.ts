import type { RxCollection } from 'rxdb/plugins/core'
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication'
import { filter, firstValueFrom, type Observable, Subject, Subscription } from 'rxjs'
import { keepExpiring } from '../catalogue/expire-videos.ts'
import type { SyncedDocument } from '../collections/definition.ts'
import { forgetSettledReads } from '../collections/notification-reads.ts'
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName, PULLED_NAMES } from '../collections/registry.ts'
import { LAST_SYNCED, type Store } from '../store.ts'
import { createSyncedTimes } from './synced-times.ts'
import { fastInstanceOf } from '../storage/fast-dexie.ts'
import { openEpochs } from './epochs.ts'
import { createExchange } from './exchange.ts'
import { TransportFailure } from './failure.ts'
import { createDirectPuller, type DirectPuller } from './direct-puller.ts'
import { latestRows } from './latest-rows.ts'
import { keepOlder, messageFloors } from './keep-older.ts'
import type { OlderMessages } from '../collections/older-page.ts'
import { watchLeftBehind } from './left-behind.ts'
import { createPuller, PAGE_SIZE, type Puller, type ReplicatedPuller } from './puller.ts'
import { createPushHandler } from './push-handler.ts'
import { MAX_ROWS_PER_COLLECTION } from './push-queue.ts'
import { pushAgain, pushUntold } from './push-again.ts'
import { createRecovery, isOfTheStorage } from './storage-trouble.ts'
import type { Timing } from './timing.ts'
import type { Checkpoint, Transport } from './transport.ts'
import { createTurns } from './turns.ts'

/** After an error that is not the server's, say of the storage. */
const STORAGE_RETRY_MS = 1_000

export type LeaderParts = { transport: Transport; timing: Timing; onSignedOut: () => void }

/** The running replication of all collections, in the one tab or worker that leads. */
export type Leader = {
  /** These collections may have changed on the server. */
  pull(names: readonly string[]): void
  pullAll(): void
  /** Pushes what is pending and pulls everything. Rejects with the first failure. */
  syncNow(): Promise<void>
  wake(): void
  hold(): void
  learn(name: string, rows: unknown[]): void
  keepOlder(page: OlderMessages): Promise<void>
  doubt(name: string): Promise<void>
  failure$: Observable<TransportFailure>
  stop(): Promise<void>
}

export async function startLeading(store: Store, parts: LeaderParts): Promise<Leader> {
  // What the leader before did last may not have been heard here
  await store.outbox.refresh()
  const epochs = await openEpochs(store.outbox, PULLED_NAMES)
  const marks = store.inFlight.lead()
  const exchange = createExchange({
    marks,
    transport: parts.transport,
    timing: parts.timing,
    store,
    latest: (name, ids) => latestRows(store, name, ids),
    // A store that closes meanwhile counts no more
    onPassing: (refusals) => void store.outbox.countSends(refusals).catch(() => {}),
    onSignedOut: parts.onSignedOut,
  })
  const pullers = new Map<string, Puller>()
  let messages: ReplicatedPuller | undefined
  const directPullers: DirectPuller[] = []
  const states: RxReplicationState<SyncedDocument, Checkpoint>[] = []
  const recoveries = new Map<string, ReturnType<typeof createRecovery>>()
  const pushStrays: (() => Promise<void>)[] = []
  const pushUntolds: (() => Promise<void>)[] = []
  const leftBehind = new Subscription()
  let round = new Set<string>(PULLED_NAMES)
  const roundDone$ = new Subject<void>()

  const times = createSyncedTimes(store)
  let forgetting: Promise<void> = Promise.resolve()
  const pulled = (name: CollectionName): void => {
    times.note(name)
    recoveries.get(name)?.settled()
    // What could not be forgotten now is forgotten after the next pull
    if (name === 'notifications') forgetting = forgetSettledReads(store).catch(() => {})
    if (!round.delete(name) || round.size > 0) return
    const at = store.now()
    store.engine.synced(at)
    store.outbox.remember(LAST_SYNCED, at).catch(() => {})
    roundDone$.next()
  }

  /** Counts at once; rejects where it could not be noted for after a crash. */
  const doubt = async (name: CollectionName): Promise<void> => {
    const known = pulledWith(name)
    try {
      await epochs.doubt(known)
    } finally {
      pullers.get(known)?.restart()
    }
  }

  for (const name of COLLECTION_NAMES) {
    const { direction } = COLLECTIONS[name]
    // The union of twelve collection types has no common replication type; each handler only ever sees its own documents
    const collection = store.collections[name] as unknown as RxCollection<SyncedDocument>
    const pullerParts = { collection, exchange, epochs, onPulled: pulled }
    if (direction === 'pull') {
      const direct = createDirectPuller(name, { ...pullerParts, retryMs: parts.timing.retryMaxMs })
      pullers.set(name, direct)
      directPullers.push(direct)
      continue
    }
    const floors = name === 'messages' ? { floors: messageFloors(store) } : {}
    const onTrouble = (): void => recovery.failed()
    const puller =
      direction === 'push' ? undefined : createPuller(name, { ...pullerParts, ...floors, onTrouble })
    if (puller !== undefined) pullers.set(name, puller)
    if (name === 'messages') messages = puller
    const stored = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 0))
      await state.internalReplicationState?.streamQueue.up
    }
    const handler = createPushHandler(name, {
      store,
      marks,
      exchange,
      epochOf: (pushed) => epochs.current(pulledWith(pushed)),
      onUncertain: (uncertain) => doubt(uncertain).catch(() => recovery.failed()),
      onPushed: direction === 'push' ? times.note : () => {},
      stored,
      turns: name === 'messages' ? createTurns(store, collection) : undefined,
    })
    const state: RxReplicationState<SyncedDocument, Checkpoint> = replicateRxCollection<
      SyncedDocument,
      Checkpoint
    >({
      replicationIdentifier: identifierOf(name),
      collection,
      live: true,
      autoStart: false,
      waitForLeadership: false,
      toggleOnDocumentVisible: false,
      retryTime: STORAGE_RETRY_MS,
      ...(puller === undefined
        ? {}
        : { pull: { handler: puller.handler, stream$: puller.stream$, batchSize: PAGE_SIZE } }),
      push: { handler, batchSize: MAX_ROWS_PER_COLLECTION },
    })
    puller?.attach(state)
    if (puller !== undefined) {
      const pullsAnew$ = puller.stream$.pipe(filter((item) => item === 'RESYNC'))
      leftBehind.add(watchLeftBehind(pullsAnew$, state, () => pushAgain(store, collection)))
    }
    // As RxDB names it (rxdb/plugins/replication)
    fastInstanceOf(collection).setOrigin(store.database.hashFunction(`rxdbreplication${identifierOf(name)}`))
    pushStrays.push(async () => {
      try {
        await state.internalReplicationState?.streamQueue.up
      } finally {
        exchange.nothingWaits(name)
      }
      // RxDB takes it for pushed when the answer did not reach the disk before the app died, and so does it with what was refused when nobody knows that any more
      await pushAgain(store, collection)
    })
    pushUntolds.push(() => pushUntold(store, collection))
    const recovery = createRecovery(parts.timing.retryMaxMs, async () => {
      await doubt(name)
      await pushAgain(store, collection)
    })
    recoveries.set(name, recovery)
    state.error$.subscribe((error) => {
      // What cannot be read now holds nobody else up
      exchange.nothingWaits(name)
      if (!isOfTheStorage(error)) return
      puller?.spoil()
      recovery.failed()
    })
    states.push(state)
  }

  const pull = (names: readonly string[]): void => {
    for (const name of new Set(names.map(pulledWith))) pullers.get(name)?.ask()
  }
  const pullAll = (): void => {
    round = new Set(PULLED_NAMES)
    pull(PULLED_NAMES)
  }

  let heldBack: ReturnType<typeof setTimeout> | undefined
  const asking = exchange.heldBack$.subscribe((names) => {
    clearTimeout(heldBack)
    heldBack = setTimeout(() => pull(names), parts.timing.retryFirstMs)
  })
  exchange.expect(PULLED_NAMES)
  exchange.expectPushes(COLLECTION_NAMES.filter((name) => COLLECTIONS[name].direction !== 'pull'))
  const polling = setInterval(pullAll, parts.timing.pollMs)
  const looking = setInterval(() => {
    // What cannot be read now is looked for again
    for (const push of pushUntolds) push().catch(() => {})
  }, parts.timing.untoldMs)
  const stopExpiring = keepExpiring(store)
  for (const direct of directPullers) direct.start()
  await Promise.all(states.map((state) => startQuietly(state)))
  const straysPushed = Promise.all(pushStrays.map((push) => push())).catch(() => {})

  return {
    pull,
    pullAll,
    syncNow: async () => {
      const failed = firstValueFrom(exchange.failure$).then((failure) => {
        throw failure
      })
      failed.catch(() => {})
      const done = firstValueFrom(roundDone$)
      done.catch(() => {})
      pullAll()
      const retryAfterMs = exchange.insist()
      if (retryAfterMs > 0) throw new TransportFailure({ kind: 'busy', retryAfterMs })
      const inSync = Promise.all([done, straysPushed]).then(() =>
        Promise.all(states.map((state) => state.awaitInSync())),
      )
      await Promise.race([failed, inSync])
    },
    wake: exchange.wake,
    hold: exchange.hold,
    learn: (name, rows) => pullers.get(name)?.learn(rows),
    keepOlder: async (page) => {
      if (messages !== undefined) await keepOlder({ store, epochs, messages }, page)
    },
    doubt: async (name) => {
      const known = PULLED_NAMES.find((other) => other === name)
      if (known !== undefined) await doubt(known)
    },
    failure$: exchange.failure$,
    stop: async () => {
      clearInterval(polling)
      clearInterval(looking)
      stopExpiring()
      clearTimeout(heldBack)
      asking.unsubscribe()
      leftBehind.unsubscribe()
      for (const recovery of recoveries.values()) recovery.stop()
      exchange.stop()
      await Promise.all([
        forgetting,
        ...states.map((state) => state.cancel()),
        ...directPullers.map((direct) => direct.stop()),
      ])
    },
  }
}

const identifierOf = (name: CollectionName): string => `mirutomo-${name}`

/** notification_reads has no pull: what was read elsewhere comes with the notification. */
const pulledWith = <Name extends string>(name: Name): Name | 'notifications' =>
  name === 'notification_reads' ? 'notifications' : name

/** RxDB moves the mouse every 20 s so that the tab is not frozen; a page that holds a lock is not, and the event would reach the screens. */
async function startQuietly(state: RxReplicationState<SyncedDocument, Checkpoint>): Promise<void> {
  await state.start()
  for (const stopMovingTheMouse of state.onCancel.splice(0)) stopMovingTheMouse()
}
