import { EMPTY, from, map, type Observable, switchMap } from 'rxjs'
import { deviceNow, learnClockOffset, serverNow } from '#platform/clock.ts'
import type { Connectivity } from '#platform/connectivity.ts'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'
import { deviceId } from '#platform/device-id.ts'
import type { SyncActivity } from '#sync/activity.ts'
import type { Departure } from '#sync/departure/depart.ts'
import { enterAccount } from '#sync/departure/enter.ts'
import type { Occupancy } from '#sync/departure/occupancy.ts'
import { takeOverOlder } from '#sync/generations/take-over.ts'
import { isAnythingUnfinished } from '#sync/collections/unfinished-writes.ts'
import { learn } from '#sync/replication/learn.ts'
import { forgetSettled } from '#sync/seal/settled.ts'
import { bornOf, tellDamage } from '#sync/storage/condition.ts'
import { openStore, type Store } from '#sync/store.ts'
import { within } from '#sync/within.ts'
import type { OwnProfile } from '../account.ts'
import { createDeviceCatalogue, type DeviceCatalogue } from '../catalogue/device-catalogue.ts'
import { onceKnown, type Environment } from '../environment.ts'
import { openKeptAnswers, type KeptAnswers } from '../kept-answers/kept-answers.ts'
import type { Rest } from '../rest.ts'
import { noteError } from '../last-errors.ts'
import type { BroughtBack } from './bring-back.ts'
import type { lookAfter } from './look-after.ts'
import { type Found, noteOpened, noteVanished } from './loss.ts'
import type { replicate } from './replicate.ts'
import type { Presences } from './presence.ts'
import type { DepartHow } from './store-keeper.ts'
import type { Checkpoints } from './watched-transport.ts'

export type OpenedStore = {
  store: Store
  catalogue: DeviceCatalogue
  activity$: Observable<SyncActivity>
  ownProfile$: Observable<OwnProfile | null>
  syncNow: () => Promise<void>
  /** Who is there and typing; null until there is an environment to speak with. */
  presences: ObservableValue<Presences | null>
  /** How far each collection has been pulled by this tab; empty where another one leads. */
  checkpoints: () => Checkpoints
  /** Answers of the server that are not replicated. */
  kept: KeptAnswers
  /** Keeps rows of videos that came from elsewhere than a pull. */
  keepVideos: (rows: unknown) => void
  /**
   * Fetches the videos of the person's own lists that the device does not hold. Rejects without an answer.
   */
  fetchMissingVideos: () => Promise<void>
  /** What came back of what was sealed on this device when the account left it. */
  broughtBack: ObservableValue<BroughtBack | null>
  /** Can what is unsent be sealed on this device? Not before the account's key was fetched, which takes a connection once. */
  canSeal: () => Promise<boolean>
  /** Aborts when another tab takes the account from this device, or somebody else its databases: close, and open anew if the account is still here. */
  evicted: AbortSignal
  /** Closes the database; what it holds stays on the device. */
  close: () => Promise<void>
  /** Closes the database and takes everything of this account from this device. */
  depart: (how: DepartHow) => Promise<Departure>
}

type Surroundings = {
  userId: string
  environment: () => Promise<Environment>
  accessToken: (options?: { renew: boolean }) => Promise<string | null>
  connectivity: Pick<Connectivity, 'online' | 'report'>
  rest: Rest
  onSignedOut: () => void
}

/** What people read goes by the second. */
const CORRECTION_ERROR_MS = 1_000

/**
 * Opens the account's database and keeps it in step with the server; needs no connection. Loaded with RxDB after first paint. null when the account was taken
 * from this device meanwhile: nothing of it may be made again.
 */
export async function openAccountStore(surroundings: Surroundings): Promise<OpenedStore | null> {
  return enterAccount(surroundings.userId, (occupancy) => openOccupied(surroundings, occupancy))
}

async function openOccupied(surroundings: Surroundings, occupancy: Occupancy): Promise<OpenedStore> {
  const { userId } = surroundings
  const { evicted } = occupancy
  const store = await openStore({ userId, deviceId: deviceId(), now: deviceNow, evicted })
  store.clock.follow((correctionMs) => learnClockOffset(correctionMs, CORRECTION_ERROR_MS))
  try {
    return keepOpen(store, await prepare(store, evicted), surroundings, occupancy)
  } catch (error) {
    // Hazard: the account can leave this device once it is no longer occupied; no database of it may be open then
    await store.close().catch(() => {})
    throw error
  }
}

/** What has lost its databases may wait for their answer for ever. */
const STOP_LIMIT_MS = 2_000

type Prepared = { found: Found; stopTakingOver: () => Promise<void> }

/** What is to be done with a database before anybody sees what it holds. Rejects on a full device that has something to note. */
async function prepare(store: Store, evicted: AbortSignal): Promise<Prepared> {
  const found = {
    store: store.database.name,
    born: await bornOf(store.outbox),
    damaged: await tellDamage(store.outbox),
  }
  noteOpened(store.userId, found)
  evicted.throwIfAborted()
  await forgetSettled(store.outbox)
  if (isAnythingUnfinished()) {
    const { layUnfinished } = await import('#sync/generations/lay-unfinished.ts')
    await layUnfinished(store)
  }
  return { found, stopTakingOver: await takeOverOlder(store) }
}

function keepOpen(
  store: Store,
  { found, stopTakingOver }: Prepared,
  surroundings: Surroundings,
  occupancy: Occupancy,
): OpenedStore {
  const { userId, environment, connectivity, rest } = surroundings
  const broughtBack = createValue<BroughtBack | null>(null)
  store.lost.addEventListener('abort', () => occupancy.evicted.aborted || noteVanished())
  let stopped = false
  let care: ReturnType<typeof lookAfter> | undefined
  const caring = import('./look-after.ts').then(
    (loaded) => {
      if (stopped) return undefined
      care = loaded.lookAfter(store, { found, rest, environment, online: connectivity.online, broughtBack })
      return care
    },
    (error: unknown) => {
      noteError(error)
    },
  )
  let replication: ReturnType<typeof replicate> | undefined
  const presences = createValue<Presences | null>(null)
  const kept = openKeptAnswers(userId, { now: serverNow })

  const starting = Promise.all([onceKnown(environment, connectivity.online), import('./replicate.ts')]).then(
    ([known, loaded]) => {
      if (stopped) return undefined
      replication = loaded.replicate(store, { ...surroundings, environment: known })
      presences.set(replication.presences)
      return replication
    },
  )
  // `syncNow` rejects with the same
  starting.catch(noteError)
  // Hazard: without a connection `starting` may never end; closing must not wait for it.
  const stop = async (): Promise<void> => {
    stopped = true
    kept.close()
    care?.stop()
    await within(STOP_LIMIT_MS, Promise.all([replication?.stop(), stopTakingOver()])).catch(noteError)
    await store.close()
  }
  return {
    store,
    catalogue: createDeviceCatalogue(store),
    activity$: from(caring).pipe(switchMap((known) => known?.activity$ ?? EMPTY)),
    ownProfile$: store.collections.profiles
      .findOne(userId)
      .$.pipe(map((profile) => profile?.toMutableJSON() ?? null)),
    kept,
    keepVideos: (rows) => Array.isArray(rows) && learn(store, 'videos', rows),
    fetchMissingVideos: async () => (await caring)?.fetchMissingVideos(),
    presences,
    checkpoints: () => replication?.checkpoints() ?? {},
    syncNow: async () => {
      await (await starting)?.syncNow()
    },
    broughtBack,
    canSeal: async () => (await import('#sync/seal/seal-key.ts')).canSeal(store.outbox),
    evicted: AbortSignal.any([occupancy.evicted, store.lost]),
    close: async () => {
      await stop().finally(occupancy.release)
    },
    depart: async (how) => {
      // What could not be closed is emptied as if it belonged to a tab that sleeps
      await stop().catch(() => {})
      const { departHere } = await import('./depart-here.ts')
      return departHere(userId, how, occupancy)
    },
  }
}
