import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { SyncState } from '#domain/sync-state.ts'
import type { SyncedDocument } from './collections/definition.ts'
import type { CollectionName } from './collections/registry.ts'
import { editKey } from './outbox/parked.ts'
import type { Store } from './store.ts'

type Version = 'saved' | 'unsaved'
type Parking = 'parked' | 'free'
type Flight = 'in_flight' | 'resting'

/** What the person is told, for every combination of facts. Total: a missing cell does not compile. */
const SHOWN = {
  saved: {
    parked: { in_flight: 'attention', resting: 'attention' },
    free: { in_flight: 'saved', resting: 'saved' },
  },
  unsaved: {
    parked: { in_flight: 'attention', resting: 'attention' },
    free: { in_flight: 'sending', resting: 'local' },
  },
} as const satisfies Record<Version, Record<Parking, Record<Flight, SyncState>>>

/** What the person is told about this document now. */
export function syncStateOf(
  store: Pick<Store, 'outbox' | 'inFlight'>,
  collection: CollectionName,
  doc: Pick<SyncedDocument, 'id' | 'row_version'>,
): SyncState {
  const key = editKey(collection, doc.id)
  const version = doc.row_version > 0 ? 'saved' : 'unsaved'
  const parking = store.outbox.parked().has(key) ? 'parked' : 'free'
  const flight = store.inFlight.keys().has(key) ? 'in_flight' : 'resting'
  return SHOWN[version][parking][flight]
}

/**
 * Documents with what the person is told about each, told again whenever either changes. An item that stayed as it was stays the same object, and nothing
 * is told when none changed, so that a long list is not drawn anew for every request.
 */
export function withSync<Doc extends SyncedDocument>(
  store: Pick<Store, 'outbox' | 'inFlight'>,
  collection: CollectionName,
  docs$: Observable<Doc[]>,
): Observable<(Doc & { sync: SyncState })[]> {
  const made = new WeakMap<Doc, Doc & { sync: SyncState }>()
  const item = (doc: Doc): Doc & { sync: SyncState } => {
    const sync = syncStateOf(store, collection, doc)
    const before = made.get(doc)
    if (before?.sync === sync) return before
    const now = { ...doc, sync }
    made.set(doc, now)
    return now
  }
  return combineLatest([docs$, store.inFlight.keys$, store.outbox.parked$]).pipe(
    map(([docs]) => docs.map(item)),
    distinctUntilChanged((a, b) => a.length === b.length && a.every((one, index) => one === b[index])),
  )
}
