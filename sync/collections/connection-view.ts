import { combineLatest, map, type Observable, of, switchMap } from 'rxjs'
import type { SyncState } from '#domain/sync-state.ts'
import type { Store } from '../store.ts'
import type { ConnectionDocument } from './connections.ts'
import { conversationIds } from './conversations.ts'
import { documents } from './live.ts'
import { type RequestState, requestState } from './connection-answers.ts'

/** How the person stands to another. `isAskedOfMe`: the other asked. Ids are undefined where there is nothing. */
export type ConnectionView = {
  status: ConnectionDocument['status']
  connectionId: string | undefined
  conversationId: string | undefined
  isAskedOfMe: boolean
  sync: SyncState
}

/** The connection with a person as this device knows it, with what was answered here already. */
export function connectionWith(store: Store, personId: string): Observable<ConnectionView> {
  const { connections } = store.collections
  const ofBoth$ = documents(connections.find()).pipe(
    map((found) =>
      found.find(({ user_id, connected_user_id }) => user_id === personId || connected_user_id === personId),
    ),
  )
  const state$ = ofBoth$.pipe(
    switchMap((found) => {
      const state: Observable<RequestState | undefined> =
        found === undefined ? of(undefined) : requestState(store, found.id)
      return state.pipe(map((known) => ({ found, known })))
    }),
  )
  return combineLatest([state$, conversationIds(store)]).pipe(
    map(([{ found, known }, conversations]) => ({
      status: known?.status ?? 'none',
      connectionId: found?.id,
      conversationId: conversations.get(personId),
      isAskedOfMe: found?.user_id === store.userId,
      sync: known?.sync ?? 'saved',
    })),
  )
}
