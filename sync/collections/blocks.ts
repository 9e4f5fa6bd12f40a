import { distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, documentsById, type WithSync } from './live.ts'
import { decide, likingOf, type RelationDocument } from './relations.ts'

/**
 * Blocks a person: on this device they vanish at once, also offline, and a liking ends. `personId`: the profile's UUID. Rejects with InvalidWriteError, and
 * stores nothing, for the person themself.
 */
export const blockPerson = (store: Store, personId: string): Promise<void> =>
  decide(store, personId, (current, at) =>
    current?.is_blocked === true
      ? undefined
      : {
          is_blocked: true,
          blocked_edited_at: at(current?.blocked_edited_at),
          ...(likingOf(current) === 'like' && {
            liking: 'none',
            liking_edited_at: at(current?.liking_edited_at),
          }),
        },
  )

/** Lifts the block. What the device still has of the person is shown at once, the rest when it comes from the server. */
export const unblockPerson = (store: Store, personId: string): Promise<void> =>
  decide(store, personId, (current, at) =>
    current?.is_blocked === true
      ? { is_blocked: false, blocked_edited_at: at(current.blocked_edited_at) }
      : undefined,
  )

const blocking = (store: Store) => store.collections.relations.find({ selector: { is_blocked: true } })

/** Somebody who is blocked; `name` is '' where the device does not know it. */
export type BlockedPerson = WithSync<RelationDocument> & { name: string }

/** Whom the person blocks, the last one first. */
export const blockedPeople = (store: Store): Observable<BlockedPerson[]> =>
  withSync(store, 'relations', documents(blocking(store))).pipe(
    switchMap((found) => {
      // The server says the name with its answer; until then the device still has the profile
      const unnamed = found.filter((doc) => doc.other_username === '').map((doc) => doc.other_id)
      if (unnamed.length === 0) return of(found.map((doc) => ({ ...doc, name: doc.other_username })))
      return documentsById(store.collections.profiles, unnamed).pipe(
        map((profiles) =>
          found.map((doc) => ({
            ...doc,
            name: doc.other_username || (profiles.get(doc.other_id)?.username ?? ''),
          })),
        ),
      )
    }),
    map((found) => found.toSorted((a, b) => b.blocked_edited_at - a.blocked_edited_at)),
  )

/** The ids of those whom the person blocks, as this device knows it: of them nothing is shown. */
export const blockedIds = (store: Store): Observable<ReadonlySet<string>> =>
  documents(blocking(store)).pipe(
    map((found) => new Set(found.map(({ other_id }) => other_id))),
    distinctUntilChanged((a, b) => a.size === b.size && [...a].every((id) => b.has(id))),
  )

/** The same once, now. */
export async function blockedNow(store: Store): Promise<ReadonlySet<string>> {
  const found = await blocking(store).exec()
  return new Set(found.map(({ other_id }) => other_id))
}
