import { map, type Observable } from 'rxjs'
import { deviceNow } from '#platform/clock.ts'
import type { Connectivity } from '#platform/connectivity.ts'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'
import { deviceId } from '#platform/device-id.ts'
import { syncActivity } from '#sync/activity.ts'
import { keepRefilling } from '#sync/catalogue/refill.ts'
import type { Departure } from '#sync/departure/depart.ts'
import { occupy, type Occupancy } from '#sync/departure/occupancy.ts'
import { takeOverOlder } from '#sync/generations/take-over.ts'
import { learn } from '#sync/replication/learn.ts'
import { forgetSettled } from '#sync/seal/remainder.ts'
import { canSeal } from '#sync/seal/seal-key.ts'
import { isSignedIn } from '#sync/session/own-session.ts'
import { bornOf, tellDamage } from '#sync/storage/condition.ts'
import { openStore, type Store } from '#sync/store.ts'
import type { OwnProfile } from '../account.ts'
import { createDeviceCatalogue, type DeviceCatalogue } from '../catalogue/device-catalogue.ts'
import { onceKnown, type Environment } from '../environment.ts'
import type { Rest } from '../rest.ts'
import { askForBackgroundSync } from './background-sync.ts'
import { bringBack, type BroughtBack } from './bring-back.ts'
import { keepOwnVideosFresh } from '../catalogue/own-videos-fresh.ts'
import { noteOpened, noteUnsent } from './loss.ts'
import { departHere } from './depart-here.ts'
import type { replicate } from './replicate.ts'
import { sealKeyServer } from './seal-key-server.ts'
import type { Presences } from './presence.ts'
import type { DepartHow } from './store-keeper.ts'
import type { Checkpoints } from './watched-transport.ts'

export type OpenedStore = {
  store: Store
  catalogue: DeviceCatalogue
  activity$: ReturnType<typeof syncActivity>
  ownProfile$: Observable<OwnProfile | null>
  syncNow: () => Promise<void>
  /** Who is there and typing; null until there is an environment to speak with. */
  presences: ObservableValue<Presences | null>
  /** How far each collection has been pulled by this tab; empty where another one leads. */
  checkpoints: () => Checkpoints
  /** Keeps rows of videos that came from elsewhere than a pull. */
  keepVideos: (rows: unknown) => void
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

/**
 * Opens the account's database and keeps it in step with the server; needs no connection. Loaded with RxDB after first paint. null when the account was taken
 * from this device meanwhile: nothing of it may be made again.
 */
export async function openAccountStore(surroundings: Surroundings): Promise<OpenedStore | null> {
  const occupancy = await occupy(surroundings.userId)
  try {
    // Where the session cannot be read, the database cannot be opened either: that says why
    if (await isSignedIn(surroundings.userId).catch(() => true))
      return await openOccupied(surroundings, occupancy)
  } catch (error) {
    occupancy.release()
    throw error
  }
  occupancy.release()
  return null
}

async function openOccupied(surroundings: Surroundings, occupancy: Occupancy): Promise<OpenedStore> {
  const { userId, environment, connectivity, rest } = surroundings
  const { evicted } = occupancy
  const store = await openStore({ userId, deviceId: deviceId(), now: deviceNow, evicted })
  const found = {
    store: store.database.name,
    born: await bornOf(store.outbox),
    damaged: await tellDamage(store.outbox),
  }
  noteOpened(userId, found)
  await forgetSettled(store.outbox)
  const stopTakingOver = await takeOverOlder(store)
  const back = bringBack(store, sealKeyServer(rest, userId), connectivity.online)
  const asking = askForBackgroundSync(store)
  const activity$ = syncActivity(store)
  asking.add(activity$.subscribe(({ pending, attention }) => noteUnsent(userId, pending + attention, found)))
  asking.add(keepOwnVideosFresh(store, rest, connectivity.online))
  asking.add(keepRefilling(store))
  let stopped = false
  let replication: ReturnType<typeof replicate> | undefined
  const presences = createValue<Presences | null>(null)

  const starting = Promise.all([onceKnown(environment, connectivity.online), import('./replicate.ts')]).then(
    ([known, loaded]) => {
      if (stopped) return undefined
      replication = loaded.replicate(store, { ...surroundings, environment: known })
      presences.set(replication.presences)
      return replication
    },
  )
  // Hazard: without a connection `starting` may never end; closing must not wait for it.
  const stop = async (): Promise<void> => {
    stopped = true
    asking.unsubscribe()
    back.stop()
    await Promise.all([replication?.stop(), stopTakingOver()])
    await store.close()
  }
  return {
    store,
    catalogue: createDeviceCatalogue(store),
    activity$,
    ownProfile$: store.collections.profiles
      .findOne(userId)
      .$.pipe(map((profile) => profile?.toMutableJSON() ?? null)),
    keepVideos: (rows) => Array.isArray(rows) && learn(store, 'videos', rows),
    presences,
    checkpoints: () => replication?.checkpoints() ?? {},
    syncNow: async () => {
      await (await starting)?.syncNow()
    },
    broughtBack: back.news,
    canSeal: () => canSeal(store.outbox),
    evicted: AbortSignal.any([occupancy.evicted, store.lost]),
    close: async () => {
      await stop().finally(occupancy.release)
    },
    depart: async (how) => {
      // What could not be closed is emptied as if it belonged to a tab that sleeps
      await stop().catch(() => {})
      return departHere(userId, how, occupancy)
    },
  }
}
