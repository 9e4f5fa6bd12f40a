import {
  createRxDatabase,
  type RxCollection,
  type RxCollectionCreator,
  type RxConflictHandler,
  type RxDatabase,
  type RxStorage,
} from 'rxdb/plugins/core'
import * as v from 'valibot'
import type { ServerTime } from '#domain/server-time.ts'
import { createUuidv7 } from '#domain/uuid.ts'
import { openTabChannel, type TabChannel } from './channel.ts'
import type { SyncedDocument } from './collections/definition.ts'
import {
  COLLECTION_NAMES,
  COLLECTIONS,
  type CollectionName,
  type DocumentOf,
} from './collections/registry.ts'
import { dropOthersVideos } from './catalogue/drop-videos.ts'
import { noteGivenUp } from './catalogue/refill.ts'
import { createInFlight, type InFlight } from './in-flight.ts'
import { createEngineBoard, type EngineBoard, type KnownTimes } from './engine-state.ts'
import { inGeneration, storeName } from './generations/names.ts'
import { holdPresence } from './generations/presence.ts'
import { openOutbox, type Outbox } from './outbox/outbox.ts'
import { onResume } from './page-lifecycle.ts'
import { openCorrectedClock, type CorrectedClock } from './corrected-clock.ts'
import { sameDocument, serverRowStands } from './replication/conflict.ts'
import { dropCaches } from './storage/caches.ts'
import { type Condition, conditionOf, noteDamage } from './storage/condition.ts'
import { getFastDexieStorage } from './storage/fast-dexie.ts'
import { mendFailedQueries } from './storage/reread.ts'
import { createRoom } from './storage/room.ts'
import { within } from './within.ts'

export type StoreCollections = { [Name in CollectionName]: RxCollection<DocumentOf<Name>> }

/** Everything one account has on this device. */
export type Store = {
  userId: string
  deviceId: string
  database: RxDatabase<StoreCollections>
  collections: StoreCollections
  /** ms since the epoch by the server's clock, as well as it is known. */
  now(): ServerTime
  /** A fresh id that sorts by time. */
  newId(): string
  clock: CorrectedClock
  outbox: Outbox
  inFlight: InFlight
  engine: EngineBoard
  channel: TabChannel
  /** What was there of it before it was opened. */
  condition: Condition
  /** Aborts when a database of it was closed by somebody else, because it is deleted or by the browser: close, and open it anew. */
  lost: AbortSignal
  close(): Promise<void>
}

export type OpenStoreOptions = {
  userId: string
  deviceId: string
  /** The device's clock, ms since the epoch. */
  now: () => number
  // oxlint-disable-next-line no-explicit-any -- RxDB's own signature of a storage of any kind
  storage?: RxStorage<any, any>
  /** The plain name, only for several devices in one process. */
  name?: string
  /** Aborts when the account leaves this device: from then on no edit is acknowledged, and what is being opened is not. */
  evicted?: AbortSignal
}

/** Opens the account's database, in a page or in the service worker. Where it rejects, nothing of it stays open. */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const name = options.name === undefined ? storeName(options.userId) : inGeneration(options.name)
  const parts: Part[] = []
  const looking = conditionOf(name)
  // Whoever awaits it below hears of it
  looking.catch(() => {})
  const leave = await holdPresence(name)
  const close = async (): Promise<void> => {
    // Hazard: who waits for the store to be closed everywhere must not wait for a storage that hangs
    await within(CLOSE_LIMIT_MS, Promise.all(parts.map(async (part) => part.close()))).finally(leave)
  }
  try {
    // Whoever slept meanwhile makes nothing again of an account that has left
    options.evicted?.throwIfAborted()
    return await openNamed({ ...options, name, condition: await looking, parts, close })
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

const CLOSE_LIMIT_MS = 2_000

/** Something that stays open until it is closed. */
type Part = { close: () => unknown }
/** `parts`: takes in what was opened, the last first. */
type Opening = OpenStoreOptions & Pick<Store, 'close'> & { name: string; condition: Condition; parts: Part[] }

async function openNamed(options: Opening): Promise<Store> {
  const { name, condition, parts, close } = options
  const opened = <Opened extends Part>(part: Opened): Opened => {
    parts.unshift(part)
    return part
  }
  mendFailedQueries()
  const room = createRoom()
  const lost = new AbortController()
  const onLost = (): void => lost.abort()
  const database = opened(
    await createRxDatabase<StoreCollections>({
      name,
      storage: options.storage ?? getFastDexieStorage(room, onLost, PULL_ONLY, options.evicted),
      multiInstance: true,
      eventReduce: true,
      closeDuplicates: true,
    }),
  )
  const opening = [database.addCollections(creators()), openOutbox(name, onLost, room).then(opened)] as const
  // Order matters: what is still being opened cannot be closed
  await Promise.allSettled(opening)
  const [, outbox] = await Promise.all(opening)
  options.evicted?.throwIfAborted()
  await noteDamage(outbox, condition)
  const channel = opened(openTabChannel(name))
  const engine = opened(createEngineBoard(channel, await recallTimes(outbox)))
  const inFlight = opened(createInFlight(channel))
  const catchUp = (): void => {
    channel.post({ type: 'ask_sending' })
    import('./storage/missed-changes.ts')
      .then(({ hearMissedChanges }) => hearMissedChanges(Object.values(database.collections)))
      // Whatever cannot be read fails where it is shown, too
      .catch(() => {})
  }
  opened({ close: onResume(catchUp) })
  const clock = opened(await openCorrectedClock({ now: options.now, outbox, channel }))
  const newUuid = createUuidv7((bytes) => bytes.set(crypto.getRandomValues(new Uint8Array(bytes.length))))
  const store: Store = {
    userId: options.userId,
    deviceId: options.deviceId,
    database,
    collections: database.collections,
    now: clock.now,
    newId: () => newUuid(clock.now()),
    clock,
    outbox,
    inFlight,
    engine,
    channel,
    condition,
    lost: lost.signal,
    close,
  }
  const givenUp = (): Promise<void> => noteGivenUp(store)
  const dropCatalogue = async (): Promise<boolean> => {
    const wasThere = await dropOthersVideos(store)
    if (wasThere) await givenUp()
    return wasThere
  }
  room.steps = [dropCaches, dropCatalogue]
  room.leftOut = () => void givenUp()
  return store
}

const PULL_ONLY = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].direction === 'pull')

export const LAST_SYNCED = 'last_synced_at'
/** When each collection was last in step, by its name. */
export const SYNCED_AT = 'synced_at'

const Times = v.record(v.string(), v.number())

async function recallTimes(outbox: Outbox): Promise<KnownTimes> {
  const [at, each] = await Promise.all([outbox.recall(LAST_SYNCED), outbox.recall(SYNCED_AT)])
  const syncedAt = v.safeParse(Times, each)
  return {
    lastSyncedAt: typeof at === 'number' ? at : null,
    syncedAt: syncedAt.success ? syncedAt.output : {},
  }
}

function creators(): Record<CollectionName, RxCollectionCreator> {
  const conflictHandler: RxConflictHandler<SyncedDocument> = {
    isEqual: sameDocument,
    resolve: serverRowStands,
  }
  const creator = (name: CollectionName): RxCollectionCreator => ({
    schema: COLLECTIONS[name].schema,
    conflictHandler,
  })
  // fromEntries forgets the keys it was given
  return Object.fromEntries(COLLECTION_NAMES.map((name) => [name, creator(name)])) as Record<
    CollectionName,
    RxCollectionCreator
  >
}
