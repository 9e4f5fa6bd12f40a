import { combineLatest, map, type Observable, of, switchMap } from 'rxjs'
import type { SyncState } from '#domain/sync-state.ts'
import type { Store } from '../store.ts'
import type { ConnectionDocument } from './connections.ts'
import { compareTexts } from '../schema/compare-values.ts'
import { conversationIds } from './conversations.ts'
import { documents, documentsById } from './live.ts'
import type { ProfileDocument } from './profiles.ts'
import { type RequestState, requestState } from './connection-answers.ts'

/** How the person stands to another. `isAskedOfMe`: the other asked. Ids are undefined where there is nothing. */
export type ConnectionView = {
  status: ConnectionDocument['status']
  connectionId: string | undefined
  conversationId: string | undefined
  isAskedOfMe: boolean
  sync: SyncState
  /** The person answered otherwise, but the answer of `status` reached the server first. */
  isLate: boolean
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
      isLate: known?.isLate ?? false,
    })),
  )
}

/** A connection request that waits for the person's answer, and who asks. */
export type IncomingRequest = { id: string; asker: ProfileDocument }

/** Requests that wait for the person's answer as far as the server knows, the first asked first; also one that was answered here until the server has the answer. */
export const incomingRequests = (store: Store): Observable<IncomingRequest[]> =>
  documents(store.collections.connections.find({ selector: { status: 'pending' } })).pipe(
    map((found) => found.filter(({ user_id }) => user_id === store.userId)),
    switchMap((found) =>
      documentsById(
        store.collections.profiles,
        found.map(({ connected_user_id }) => connected_user_id),
      ).pipe(
        map((profiles) =>
          found
            .toSorted((a, b) => a.row_version - b.row_version || compareTexts(a.id, b.id))
            .flatMap(({ id, connected_user_id }) => {
              const asker = profiles.get(connected_user_id)
              return asker === undefined ? [] : [{ id, asker }]
            }),
        ),
      ),
    ),
  )
