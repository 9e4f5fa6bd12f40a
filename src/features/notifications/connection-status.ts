import { map, type Observable } from 'rxjs'
import type { ConnectionDocument } from '#sync/collections/connections.ts'
import type { Store } from '#sync/store.ts'

export type ConnectionStatus = ConnectionDocument['status']

/** How a connection stands as far as this device knows; undefined while it does not hold it. */
export function connectionStatus(store: Store, id: string): Observable<ConnectionStatus | undefined> {
  return store.collections.connections.findOne(id).$.pipe(map((found) => found?.status))
}
