import * as v from 'valibot'
import {
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  PAIR_LENGTH,
  text,
  UUID_LENGTH,
} from './definition.ts'
import { compareTexts, withVersion } from './join.ts'
import { rowReader, SYNCED } from './row.ts'
import { distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, documentsById, type WithSync } from './live.ts'
import { editTime, InvalidWriteError, writeDocument } from './write.ts'

const RelationRow = v.object({
  ...SYNCED,
  id: v.string(),
  user_id: v.string(),
  other_id: v.string(),
  other_username: v.optional(v.string(), ''),
  is_blocked: v.boolean(),
  blocked_edited_at: v.number(),
})

/**
 * What the person decided about another: a register with the time of its last edit, in ms of the corrected clock. `other_username` is what the other was
 * called then, as the server says: the profile of who is blocked leaves the device. '' until it has.
 */
export type RelationDocument = v.InferOutput<typeof RelationRow>

const content = (doc: RelationDocument): unknown => [
  doc.blocked_edited_at,
  doc.is_blocked,
  doc.other_username,
]

/** The later intent wins; of two at the same moment, the block. */
export function mergeRelation(mine: RelationDocument, theirs: RelationDocument): RelationDocument {
  const order =
    mine.blocked_edited_at - theirs.blocked_edited_at ||
    Number(mine.is_blocked) - Number(theirs.is_blocked) ||
    compareTexts(mine.other_username, theirs.other_username)
  return withVersion(order > 0 ? mine : theirs, [mine, theirs], content)
}

export const relationId = (userId: string, personId: string): string => `${userId}|${personId}`

export const relations: CollectionDefinition<RelationDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader(RelationRow),
  merge: mergeRelation,
  toRow: ({ id, user_id, other_id, is_blocked, blocked_edited_at }) => ({
    id,
    user_id,
    other_id,
    is_blocked,
    blocked_edited_at,
  }),
  schema: defineSchema<RelationDocument>(
    'relations',
    PAIR_LENGTH,
    {
      user_id: text(UUID_LENGTH),
      other_id: text(UUID_LENGTH),
      other_username: anyText,
      is_blocked: boolean,
      blocked_edited_at: number,
    },
    [['is_blocked']],
  ),
}

/**
 * Blocks a person: on this device they vanish at once, also offline. `personId`: the profile's UUID. Rejects with InvalidWriteError, and stores nothing, for
 * the person themself.
 */
export const blockPerson = (store: Store, personId: string): Promise<void> =>
  personId === store.userId ? Promise.reject(new InvalidWriteError('person')) : decide(store, personId, true)

/** Lifts the block. What the device still has of the person is shown at once, the rest when it comes from the server. */
export const unblockPerson = (store: Store, personId: string): Promise<void> => decide(store, personId, false)

function decide(store: Store, personId: string, is_blocked: boolean): Promise<void> {
  const id = relationId(store.userId, personId)
  return writeDocument(store.collections.relations, id, (current) => {
    if ((current?.is_blocked === true) === is_blocked) return undefined
    return {
      sync_epoch: '',
      other_username: '',
      ...current,
      id,
      user_id: store.userId,
      other_id: personId,
      is_blocked,
      blocked_edited_at: editTime(store.now(), current?.blocked_edited_at),
      row_version: 0,
    }
  })
}

/** What was decided about a person with its sync state, undefined while nothing was. */
export function relationWith(
  store: Store,
  personId: string,
): Observable<WithSync<RelationDocument> | undefined> {
  const query = store.collections.relations.find({ selector: { id: relationId(store.userId, personId) } })
  return withSync(store, 'relations', documents(query)).pipe(map(([doc]) => doc))
}

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
