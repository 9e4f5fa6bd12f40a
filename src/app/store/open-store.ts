import { map, type Observable } from 'rxjs'
import { deviceNow } from '#platform/clock.ts'
import type { Connectivity } from '#platform/connectivity.ts'
import { deviceId } from '#platform/device-id.ts'
import { syncActivity } from '#sync/activity.ts'
import { learn } from '#sync/replication/learn.ts'
import { openStore, type Store } from '#sync/store.ts'
import type { OwnProfile } from '../account.ts'
import { createDeviceCatalogue, type DeviceCatalogue } from '../catalogue/device-catalogue.ts'
import { onceKnown, type Environment } from '../environment.ts'
import { askForBackgroundSync } from './background-sync.ts'
import { removeAccount } from './remove-account.ts'
import type { replicate } from './replicate.ts'
import type { Checkpoints } from './watched-transport.ts'

export type OpenedStore = {
  store: Store
  catalogue: DeviceCatalogue
  activity$: ReturnType<typeof syncActivity>
  ownProfile$: Observable<OwnProfile | null>
  syncNow: () => Promise<void>
  /** How far each collection has been pulled by this tab; empty where another one leads. */
  checkpoints: () => Checkpoints
  /** Keeps rows of videos that came from elsewhere than a pull. */
  keepVideos: (rows: unknown) => void
  /** Closes the database; what it holds stays on the device. */
  close: () => Promise<void>
  /** Closes the database and deletes it with everything of this account. */
  remove: () => Promise<void>
}

type Surroundings = {
  userId: string
  environment: () => Promise<Environment>
  accessToken: (options?: { renew: boolean }) => Promise<string | null>
  connectivity: Pick<Connectivity, 'online' | 'report'>
  onSignedOut: () => void
}

/** Opens the account's database and keeps it in step with the server; needs no connection. Loaded with RxDB after first paint. */
export async function openAccountStore(surroundings: Surroundings): Promise<OpenedStore> {
  const { userId, environment, connectivity } = surroundings
  const store = await openStore({ userId, deviceId: deviceId(), now: deviceNow })
  const asking = askForBackgroundSync(store)
  let stopped = false
  let replication: ReturnType<typeof replicate> | undefined

  const starting = Promise.all([onceKnown(environment, connectivity.online), import('./replicate.ts')]).then(
    ([known, loaded]) => {
      if (!stopped) replication = loaded.replicate(store, { ...surroundings, environment: known })
      return replication
    },
  )
  // Hazard: without a connection `starting` may never end; closing must not wait for it.
  const stop = async (): Promise<void> => {
    stopped = true
    asking.unsubscribe()
    await replication?.stop()
  }
  return {
    store,
    catalogue: createDeviceCatalogue(store),
    activity$: syncActivity(store),
    ownProfile$: store.collections.profiles
      .findOne(userId)
      .$.pipe(map((profile) => profile?.toMutableJSON() ?? null)),
    keepVideos: (rows) => Array.isArray(rows) && learn(store, 'videos', rows),
    checkpoints: () => replication?.checkpoints() ?? {},
    syncNow: async () => {
      await (await starting)?.syncNow()
    },
    close: async () => {
      await stop()
      await store.close()
    },
    remove: async () => {
      await stop()
      await removeAccount(store)
    },
  }
}
