import { distinctUntilChanged, filter, fromEvent, map, merge, Observable, startWith } from 'rxjs'
import type { Connectivity } from '#platform/connectivity.ts'
import type { ObservableValue } from '#platform/observable-value.ts'
import { onWake } from '#sync/page-lifecycle.ts'
import { startReplication, type Replication } from '#sync/replication/start.ts'
import { createTransport } from '#sync/replication/transport.ts'
import type { Store } from '#sync/store.ts'
import type { Environment } from '../environment.ts'
import { keepFavoriteThumbnails } from './keep-thumbnails.ts'
import { watchPokes } from './pokes.ts'
import { keepPresences, type Presences } from './presence.ts'
import { openRealtime } from './realtime.ts'
import { reportReach, watchCheckpoints, type Checkpoints } from './watched-transport.ts'

type Surroundings = {
  environment: Environment
  accessToken: (options?: { renew: boolean }) => Promise<string | null>
  connectivity: Pick<Connectivity, 'online' | 'report'>
  onSignedOut: () => void
}

/** true when there may be a connection: told on every change, and again when the person leaves the page or returns to it. */
function mayConnect(online: ObservableValue<boolean>): Observable<boolean> {
  const changes = new Observable<boolean>((subscriber) => {
    const { unsubscribe } = online.subscribe((value) => subscriber.next(value))
    return unsubscribe
  }).pipe(distinctUntilChanged())
  const leaves = fromEvent(document, 'visibilitychange').pipe(
    filter(() => document.visibilityState === 'hidden'),
  )
  const returns = new Observable<void>((subscriber) => onWake(() => subscriber.next()))
  const looks = merge(leaves, returns).pipe(map(() => online.read()))
  return merge(changes, looks).pipe(startWith(online.read()))
}

/** Keeps the account's database in step with the server. Loaded after the database is open: what it holds is shown before. */
export function replicate(
  store: Store,
  surroundings: Surroundings,
): Replication & { checkpoints: () => Checkpoints; presences: Presences } {
  const { accessToken, connectivity, onSignedOut } = surroundings
  const { apiUrl, publishableKey: apiKey, thumbnailBase } = surroundings.environment
  const keeping = keepFavoriteThumbnails(store, thumbnailBase, connectivity.online)
  const { transport, checkpoints } = watchCheckpoints(
    reportReach(createTransport({ apiUrl, apiKey, accessToken }), connectivity.report),
  )
  const realtime = openRealtime({ apiUrl, apiKey, accessToken, online: connectivity.online })
  const presences = keepPresences({ store, realtime, online: connectivity.online })
  const replication = startReplication(store, {
    transport,
    poke$: watchPokes(realtime, store.userId),
    connectivity$: mayConnect(connectivity.online),
    onSignedOut,
  })
  return {
    ...replication,
    checkpoints,
    presences,
    stop: () => {
      keeping.unsubscribe()
      presences.stop()
      realtime.close()
      return replication.stop()
    },
  }
}
