import type { Observable } from 'rxjs'
import { keepExpiring } from '../catalogue/expire-videos.ts'
import { forgetSettledReads } from '../collections/notification-reads.ts'
import type { OlderMessages } from '../collections/older-page.ts'
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName, PULLED_NAMES } from '../collections/registry.ts'
import type { Marks } from '../in-flight.ts'
import type { Store } from '../store.ts'
import { within } from '../within.ts'
import { type CollectionReplication, createReplication, pulledWith } from './collection-replication.ts'
import { openEpochs } from './epochs.ts'
import { createExchange, type Exchange } from './exchange.ts'
import type { TransportFailure } from './failure.ts'
import { pullHeldBack } from './held-back.ts'
import { keepOlder } from './keep-older.ts'
import { latestRows } from './latest-rows.ts'
import { createRound } from './round.ts'
import { syncNow } from './sync-now.ts'
import { createSyncedTimes } from './synced-times.ts'
import type { Timing } from './timing.ts'
import type { Transport } from './transport.ts'

/** From the beginning of its stop a leader sends nothing any more, whether or not the stop ends. */
const STOP_LIMIT_MS = 2_000

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

/** Rejects where the storage cannot be opened just now; nothing of it runs then. */
export async function startLeading(store: Store, parts: LeaderParts): Promise<Leader> {
  const { timing } = parts
  // What the leader before did last may not have been heard here
  await store.outbox.refresh()
  const epochs = await openEpochs(store.outbox, PULLED_NAMES)
  const marks = store.inFlight.lead()
  const exchange = exchangeOf(store, marks, parts)
  const round = createRound(store)
  const times = createSyncedTimes(store)

  let forgetting: Promise<void> = Promise.resolve()
  const onPulled = (name: CollectionName): void => {
    times.note(name)
    // What could not be forgotten now is forgotten after the next pull
    if (name === 'notifications') forgetting = forgetSettledReads(store).catch(() => {})
    round.pulled(name)
  }
  /** Counts at once; rejects where it could not be noted for after a crash. */
  const doubt = async (name: CollectionName): Promise<void> => {
    const known = pulledWith(name)
    const noted = epochs.doubt(known)
    // Order matters: a round that was asked for before must not be taken for the answer while this is being noted
    named.get(known)?.restart()
    await noted
  }
  const shared = {
    store,
    marks,
    exchange,
    epochs,
    retryMs: timing.retryMaxMs,
    doubt,
    onPulled,
    onPushed: times.note,
  }
  const replications = COLLECTION_NAMES.map((name) => createReplication(name, shared))
  const named = new Map<string, CollectionReplication>(replications.map((each) => [each.name, each]))

  const pull = (names: readonly string[]): void => {
    for (const name of new Set(names.map(pulledWith))) named.get(name)?.ask()
  }
  const pullAll = (): void => {
    round.begin()
    pull(PULLED_NAMES)
  }
  const pushUntold = (): void => {
    // What cannot be read now is looked for again
    for (const each of replications) each.pushUntold().catch(() => {})
  }

  exchange.expect(PULLED_NAMES)
  exchange.expectPushes(COLLECTION_NAMES.filter((name) => COLLECTIONS[name].direction !== 'pull'))
  const stopLooking = keepLooking({ exchange, timing, pull, pullAll, pushUntold })
  const stopExpiring = keepExpiring(store)
  const stop = async (): Promise<void> => {
    stopLooking()
    stopExpiring()
    // Order matters: who waits for an answer ends only when the exchange does
    exchange.stop()
    // Hazard: the lock ends with this, and a storage that hangs must keep nobody else from leading
    await within(STOP_LIMIT_MS, Promise.all([forgetting, ...replications.map((each) => each.stop())]))
  }
  try {
    await Promise.all(replications.map((each) => each.start()))
  } catch (error) {
    // Whoever leads next must be alone
    await stop().catch(() => {})
    throw error
  }
  const straysPushed = Promise.all(replications.map((each) => each.pushStrays())).catch(() => {})
  const inSync = async (): Promise<void> => {
    await straysPushed
    await Promise.all(replications.map((each) => each.inSync()))
  }

  return {
    pull,
    pullAll,
    syncNow: () => syncNow({ exchange, round, pullAll, inSync }),
    wake: exchange.wake,
    hold: exchange.hold,
    learn: (name, rows) => named.get(name)?.learn(rows),
    keepOlder: async (page) => {
      const messages = named.get('messages')
      if (messages !== undefined) await keepOlder({ store, epochs, messages }, page)
    },
    doubt: async (name) => {
      const known = PULLED_NAMES.find((other) => other === name)
      if (known !== undefined) await doubt(known)
    },
    failure$: exchange.failure$,
    stop,
  }
}

const exchangeOf = (store: Store, marks: Marks, parts: LeaderParts): Exchange =>
  createExchange({
    ...parts,
    marks,
    store,
    latest: (name, ids) => latestRows(store, name, ids),
    // A store that closes meanwhile counts no more
    onPassing: (refusals) => void store.outbox.countSends(refusals).catch(() => {}),
  })

type LookingParts = {
  exchange: Pick<Exchange, 'heldBack$'>
  timing: Timing
  pull: (names: readonly string[]) => void
  pullAll: () => void
  pushUntold: () => void
}

/** Pulls, and looks for what was not told, from time to time; and again soon what the server could not show yet. Answers how to stop. */
function keepLooking({ exchange, timing, pull, pullAll, pushUntold }: LookingParts): () => void {
  const stopWaiting = pullHeldBack({ heldBack$: exchange.heldBack$, timing, pull })
  const polling = setInterval(pullAll, timing.pollMs)
  const looking = setInterval(pushUntold, timing.untoldMs)
  return () => {
    clearInterval(polling)
    clearInterval(looking)
    stopWaiting()
  }
}
