import { map, type Observable, of, switchMap } from 'rxjs'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { compareTexts } from '../schema/compare-values.ts'
import { documents, documentsById, type WithSync } from './live.ts'
import type { ProfileDocument } from './profiles.ts'
import { decide, type Liking, likingOf, type RelationDocument } from './relations.ts'
import { RefusedWriteError } from './write.ts'

/**
 * Likes a person, skips them, or takes either back ('none'), also offline. Rejects, and stores nothing, with InvalidWriteError for the person themself and with
 * RefusedWriteError `blocked` for a like of somebody whom the person blocks, `forbidden` for one who was not offered and does not like them, as far as this
 * device knows (DESIGN §7).
 */
export const decideLiking = (store: Store, personId: string, liking: Liking): Promise<void> =>
  decide(store, personId, (current, at) => {
    if (likingOf(current) === liking) return undefined
    if (liking === 'like' && current?.is_blocked === true) throw new RefusedWriteError('blocked')
    if (liking === 'like' && !mayBeLiked(current)) throw new RefusedWriteError('forbidden')
    return { liking, liking_edited_at: at(current?.liking_edited_at) }
  })

const mayBeLiked = (doc: RelationDocument | undefined): boolean =>
  doc?.offered_on !== undefined || doc?.likes_me_at !== undefined

/** Somebody whom the person decides about, with the profile as far as this device has it. */
export type RelatedPerson = WithSync<RelationDocument> & { profile: ProfileDocument }

/** Relations that are wanted among all, but those with whom the person blocks and those whose profile has not come or is hidden. */
const relatedPeople = (
  store: Store,
  wantedAmong: (all: RelationDocument[]) => (doc: RelationDocument) => boolean,
  order: (a: RelatedPerson, b: RelatedPerson) => number,
): Observable<RelatedPerson[]> =>
  withSync(store, 'relations', documents(everything(store))).pipe(
    map((found) => {
      const isWanted = wantedAmong(found)
      return found.filter((doc) => !doc.is_blocked && isWanted(doc))
    }),
    switchMap((found) => {
      if (found.length === 0) return of([])
      const ids = found.map(({ other_id }) => other_id)
      return documentsById(store.collections.profiles, ids).pipe(
        map((profiles) =>
          found.flatMap((doc) => {
            const profile = profiles.get(doc.other_id)
            return profile === undefined ? [] : [{ ...doc, profile }]
          }),
        ),
      )
    }),
    map((found) => found.toSorted((a, b) => order(a, b) || compareTexts(a.id, b.id))),
  )

const everything = (store: Store) => store.collections.relations.find()
const scoreOf = (doc: RelationDocument): number => doc.offer?.score ?? 0

/** Whom the server offered when it was last asked and the person has not decided on yet, the best first. Who was offered earlier and does not fit any more did not come again. */
export const matchCandidates = (store: Store): Observable<RelatedPerson[]> =>
  relatedPeople(
    store,
    (all) => {
      const latest = all.reduce((day, { offered_on = '' }) => (offered_on > day ? offered_on : day), '')
      return (doc) => doc.offered_on === latest && likingOf(doc) === 'none' && doc.matched_at === undefined
    },
    (a, b) => scoreOf(b) - scoreOf(a),
  )

/** Who likes the person and was neither liked nor skipped, the last first. */
export const incomingLikes = (store: Store): Observable<RelatedPerson[]> =>
  relatedPeople(
    store,
    () => (doc) => doc.likes_me_at !== undefined && likingOf(doc) === 'none' && doc.matched_at === undefined,
    (a, b) => (b.likes_me_at ?? 0) - (a.likes_me_at ?? 0),
  )

/** Whom the person likes, the last first; also those who like them back. */
export const likedPeople = (store: Store): Observable<RelatedPerson[]> =>
  relatedPeople(
    store,
    () => (doc) => likingOf(doc) === 'like',
    (a, b) => (b.liking_edited_at ?? 0) - (a.liking_edited_at ?? 0),
  )

/** With whom the person matched, the last first. */
export const matches = (store: Store): Observable<RelatedPerson[]> =>
  relatedPeople(
    store,
    () => (doc) => doc.matched_at !== undefined,
    (a, b) => (b.matched_at ?? 0) - (a.matched_at ?? 0),
  )
