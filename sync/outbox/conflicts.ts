import type { RxCollection } from 'rxdb/plugins/core'
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs'
import * as v from 'valibot'
import { AXES, SCORES } from '#domain/rating.ts'
import type { SyncedDocument } from '../collections/definition.ts'
import { bringFavoriteBack, unfavoriteVideo } from '../collections/favorites.ts'
import { canonical } from '../collections/join.ts'
import { deleteRating, type RatingEdit, rateVideo } from '../collections/rating-edits.ts'
import type { CollectionName } from '../collections/registry.ts'
import { blockPerson, unblockPerson } from '../collections/blocks.ts'
import { decideLiking } from '../collections/likings.ts'
import { LIKINGS } from '../collections/relations.ts'
import { changeSetting, type SettingValue } from '../collections/settings.ts'
import type { Store } from '../store.ts'
import type { Overruled } from './overruled.ts'
import { editKey } from './parked.ts'
import { arrivals, createSubjects, type Subject } from './subject.ts'

/** What one document of this device lost to another device, and may have back. */
export type Conflict = {
  key: string
  collection: CollectionName
  id: string
  at: number
  values: Overruled[]
  subject: Subject
}

/** Collections whose lost values can be brought back by a write. A message that has left cannot be changed any more. */
const RESTORABLE: ReadonlySet<CollectionName> = new Set(['ratings', 'favorites', 'settings', 'relations'])
export const canRestore = ({ collection }: Pick<Conflict, 'collection'>): boolean =>
  RESTORABLE.has(collection)

type Documents = ReadonlyMap<string, SyncedDocument>

/** What is still lost, the latest first: not what stands again, nor what the person has changed since. */
export function conflicts(store: Store): Observable<Conflict[]> {
  const subjectsOf = createSubjects(store)
  return combineLatest([lostWithDocuments(store), arrivals(store)]).pipe(
    switchMap(async ([{ lost, documents }]) => {
      const grouped = groupByDocument(lost)
      const about = [...grouped.values()].flatMap(([first]) =>
        first === undefined
          ? []
          : [{ collection: first.collection, id: first.id, document: { ...documents.get(keyOf(first)) } }],
      )
      const subjects = await subjectsOf(about)
      return about.map(({ collection, id }): Conflict => {
        const key = editKey(collection, id)
        const values = grouped.get(key) ?? []
        const at = Math.max(...values.map((value) => value.at))
        return { key, collection, id, at, values, subject: subjects.get(key) ?? { kind: 'other' } }
      })
    }),
  )
}

/** How many documents lost something that the person has not decided about. */
export const conflictCount = (store: Store): Observable<number> =>
  lostWithDocuments(store).pipe(map(({ lost }) => groupByDocument(lost).size))

/** How much waits for the person: what was refused, and what lost to another device. */
export const attentionCount = (store: Store): Observable<number> =>
  combineLatest([store.outbox.parked$, conflictCount(store)]).pipe(
    map(([parked, lost]) => parked.length + lost),
  )

const keyOf = ({ collection, id }: Overruled): string => editKey(collection, id)
const groupByDocument = (lost: Overruled[]): Map<string, Overruled[]> => Map.groupBy(lost, keyOf)

function lostWithDocuments(store: Store): Observable<{ lost: Overruled[]; documents: Documents }> {
  return store.outbox.overruled$.pipe(
    switchMap((overruled) =>
      documentsOf(store, overruled).pipe(
        map((documents) => ({
          documents,
          lost: overruled.flatMap((one) => stillLost(one, documents.get(keyOf(one)))),
        })),
      ),
    ),
  )
}

/** The record as it is to be told now, with what stands there by now; nothing when there is nothing to tell any more. */
export function stillLost(lost: Overruled, document: SyncedDocument | undefined): Overruled[] {
  if (document === undefined) return []
  const isDeleted = 'is_deleted' in document && document.is_deleted === true
  if (isDeleted && lost.field !== 'is_deleted') return []
  const now = Object.entries(document).find(([name]) => name === lost.field)?.[1] ?? null
  if (canonical(now) === canonical(lost.theirs)) return [lost]
  // Changed here since and not answered yet, or back to what it was; of two possible values the other one is no news either
  if (document.row_version === 0 || canonical(now) === canonical(lost.mine)) return []
  return typeof lost.theirs === 'boolean' ? [] : [{ ...lost, theirs: now }]
}

function documentsOf(store: Store, overruled: Overruled[]): Observable<Documents> {
  const byCollection = Map.groupBy(overruled, ({ collection }) => collection)
  if (byCollection.size === 0) return of(new Map())
  const found = [...byCollection].map(([name, items]) => {
    // the union of twelve collection types has no common findByIds()
    const collection = store.collections[name] as unknown as RxCollection<SyncedDocument>
    return collection
      .findByIds([...new Set(items.map(({ id }) => id))])
      .$.pipe(map((docs) => [...docs].map(([id, doc]) => [editKey(name, id), doc.toMutableJSON()] as const)))
  })
  return combineLatest(found).pipe(map((entries) => new Map(entries.flat())))
}

/**
 * Brings back what this device had, as an edit of now: the later intent wins again. Throws, and keeps the conflict, when it cannot be stored or when this
 * collection has no way back.
 */
export async function restoreOverruled(store: Store, conflict: Conflict): Promise<void> {
  await writeBack(store, conflict)
  await dismissOverruled(store, conflict)
}

/** What the other device said stands. */
export const dismissOverruled = (store: Store, { values }: Pick<Conflict, 'values'>): Promise<void> =>
  store.outbox.dismiss(values.map(({ collection, id, field }) => [collection, id, field]))

function writeBack(store: Store, { collection, id, values }: Conflict): Promise<unknown> {
  const mine = new Map(values.map((value) => [value.field, value.mine]))
  /** Documents of a person are named `user|what`. */
  const what = id.slice(id.indexOf('|') + 1)
  if (collection === 'ratings')
    return mine.get('is_deleted') === true ? deleteRating(store, what) : rateVideo(store, what, editOf(mine))
  if (collection === 'favorites')
    return mine.get('is_favorite') === true ? bringFavoriteBack(store, what) : unfavoriteVideo(store, what)
  if (collection === 'relations') {
    const liking = v.safeParse(v.picklist(LIKINGS), mine.get('liking'))
    if (liking.success) return decideLiking(store, what, liking.output)
    return mine.get('is_blocked') === true ? blockPerson(store, what) : unblockPerson(store, what)
  }
  // It was read from a setting of this person, so it is one
  if (collection === 'settings') return changeSetting(store, what, mine.get('value') as SettingValue)
  return Promise.reject(new Error(`nothing of ${collection} can be restored`))
}

const Scores = v.object({
  ...v.entriesFromList(SCORES, v.exactOptional(v.number())),
  comment: v.exactOptional(v.string()),
})

/** The lost fields as one edit; of a rating that was deleted elsewhere all of it. */
function editOf(mine: ReadonlyMap<string, unknown>): RatingEdit {
  const whole = mine.get('is_deleted')
  const { overall, comment, ...scores } = v.parse(
    Scores,
    typeof whole === 'object' ? whole : Object.fromEntries(mine),
  )
  const axes = Object.fromEntries(
    AXES.flatMap((axis) => (scores[axis] === undefined ? [] : [[axis, scores[axis]]])),
  )
  return {
    axes,
    ...(overall !== undefined && { overall }),
    ...(comment !== undefined && { comment }),
  }
}
