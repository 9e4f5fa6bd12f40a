import type { RxCollection } from 'rxdb/plugins/core'
import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { SyncedDocument } from './collections/definition.ts'
import { COLLECTION_NAMES, COLLECTIONS } from './collections/registry.ts'
import { conflictCount } from './outbox/conflicts.ts'
import { editKey } from './outbox/parked.ts'
import type { Store } from './store.ts'

export type SyncActivity = {
  /** Edits not yet on the server and not refused. */
  pending: number
  /** Of these, in a request now. */
  sending: number
  /** Refused, waiting for the person. */
  attention: number
  /** Documents of which something lost to another device, likewise. */
  overruled: number
  /** When a whole round last succeeded, ms of the corrected clock. */
  lastSyncedAt: number | null
  /** false after a request failed for want of a connection, until one succeeds. */
  online: boolean
}

/** How far this device is in step, for the header, the sync centre and before sign-out. */
export function syncActivity(store: Store): Observable<SyncActivity> {
  return combineLatest([
    unsavedKeys(store),
    store.inFlight.keys$,
    store.outbox.parked$,
    conflictCount(store),
    store.engine.status$,
  ]).pipe(
    map(([unsaved, flying, parked, overruled, engine]) => {
      const parkedKeys = new Set(parked.map((edit) => editKey(edit.collection, edit.id)))
      const waiting = unsaved.filter((key) => !parkedKeys.has(key))
      return {
        pending: waiting.length,
        sending: waiting.filter((key) => flying.has(key)).length,
        attention: parked.length,
        overruled,
        lastSyncedAt: engine.lastSyncedAt,
        online: engine.state !== 'offline',
      }
    }),
    distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
  )
}

/** `collection/id` of every edit that the server does not have. */
export function unsavedKeys(store: Store): Observable<string[]> {
  const names = COLLECTION_NAMES.filter((name) => COLLECTIONS[name].direction !== 'pull')
  const perCollection = names.map((name) => {
    // the union of twelve collection types has no common find()
    const collection = store.collections[name] as unknown as RxCollection<SyncedDocument>
    return collection
      .find({ selector: { row_version: 0 } })
      .$.pipe(map((found) => found.map((doc) => editKey(name, doc.primary))))
  })
  return combineLatest(perCollection).pipe(map((keys) => keys.flat()))
}
