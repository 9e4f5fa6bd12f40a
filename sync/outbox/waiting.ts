import type { RxCollection } from 'rxdb/plugins/core'
import { combineLatest, type Observable, map, switchMap } from 'rxjs'
import type { SyncState } from '#domain/sync-state.ts'
import type { SyncedDocument } from '../collections/definition.ts'
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import { syncStateOf } from '../status.ts'
import type { Store } from '../store.ts'
import { type About, arrivals, createSubjects, type Subject } from './subject.ts'
import { editKey, type ParkedEdit } from './parked.ts'

/** An edit that the server does not have and has not refused. */
export type WaitingEdit = {
  key: string
  collection: CollectionName
  id: string
  /** When it was stored, ms of the device's own clock. */
  since: number
  sync: Exclude<SyncState, 'saved' | 'attention'>
  subject: Subject
}

type Unsaved = About & { since: number; row_version: number }

/** What is waiting to be sent, the oldest first. */
export function waitingEdits(store: Store): Observable<WaitingEdit[]> {
  const subjectsOf = createSubjects(store)
  const unsaved$ = combineLatest([unsavedDocuments(store), arrivals(store)]).pipe(
    switchMap(async ([unsaved]) => ({ unsaved, subjects: await subjectsOf(unsaved) })),
  )
  return combineLatest([unsaved$, store.inFlight.keys$, store.outbox.parked$]).pipe(
    map(([{ unsaved, subjects }]) =>
      unsaved
        .flatMap((edit): WaitingEdit[] => {
          const { collection, id, since } = edit
          const sync = syncStateOf(store, collection, edit)
          const key = editKey(collection, id)
          if (sync === 'saved' || sync === 'attention') return []
          return [{ key, collection, id, since, sync, subject: subjects.get(key) ?? { kind: 'other' } }]
        })
        .toSorted((a, b) => a.since - b.since),
    ),
  )
}

/** A refused edit with what it is about. */
export type RefusedEdit = ParkedEdit & { key: string; subject: Subject }

/** What the server refused, the latest first. */
export function refusedEdits(store: Store): Observable<RefusedEdit[]> {
  const subjectsOf = createSubjects(store)
  return combineLatest([store.outbox.parked$, arrivals(store)]).pipe(
    switchMap(async ([parked]) => {
      const subjects = await subjectsOf(parked)
      return parked
        .map((edit) => {
          const key = editKey(edit.collection, edit.id)
          return { ...edit, key, subject: subjects.get(key) ?? ({ kind: 'other' } as const) }
        })
        .toSorted((a, b) => b.parkedAt - a.parkedAt)
    }),
  )
}

function unsavedDocuments(store: Store): Observable<Unsaved[]> {
  const names = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].direction !== 'pull')
  const perCollection = names.map((name) => {
    // the union of twelve collection types has no common find()
    const collection = store.collections[name] as unknown as RxCollection<SyncedDocument>
    return collection.find({ selector: { row_version: 0 } }).$.pipe(
      map((found) =>
        found.map((doc): Unsaved => {
          const { _meta, ...document } = doc.toJSON(true)
          return { collection: name, id: doc.primary, row_version: 0, since: _meta.lwt, document }
        }),
      ),
    )
  })
  return combineLatest(perCollection).pipe(map((found) => found.flat()))
}
