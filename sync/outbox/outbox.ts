import { liveQuery } from 'dexie'
import { BehaviorSubject, Observable } from 'rxjs'
import { createRoom, isFull, type Room } from '../storage/room.ts'
import { openOutboxDatabase, type SendCount } from './outbox-database.ts'
import type { Overruled } from './overruled.ts'
import { editKey, type ParkedEdit } from './parked.ts'

type Key = [collection: string, id: string]
export type OverruledKey = [collection: string, id: string, field: string]

/** Edits that were refused or that lost to another device, over all tabs of this device, and what the engine remembers. */
export type Outbox = {
  parked$: Observable<ParkedEdit[]>
  /** What is parked now, by `collection/id`. */
  parked(): ReadonlyMap<string, ParkedEdit>
  park(edits: ParkedEdit[]): Promise<void>
  /** The person gave these edits up. */
  forget(keys: Key[]): Promise<void>
  /** These edits are sent again; what the server had before them stays known. */
  release(keys: Key[]): Promise<void>
  /** What the server had before an edit that was refused; null for nothing, undefined when no edit of this document was refused. */
  baseOf(collection: string, id: string): ParkedEdit['base'] | undefined
  /** How often this edit was sent and refused for now. */
  sends(collection: string, id: string): number
  countSends(counts: SendCount[]): Promise<void>
  /** The server has taken these edits, or refused them for good. */
  clearSends(keys: Key[]): Promise<void>
  /** What lost to another device, the newest first; never more than OVERRULED_KEPT. */
  overruled$: Observable<Overruled[]>
  overruled(): readonly Overruled[]
  /** Keeps what lost, and forgets what was kept of fields in which this device's value stands by now. */
  overrule(lost: Overruled[], stands: OverruledKey[]): Promise<void>
  /** The person has restored or dismissed these. */
  dismiss(keys: OverruledKey[]): Promise<void>
  /** Reads again what other tabs may have changed. */
  refresh(): Promise<void>
  remember(name: string, value: unknown): Promise<void>
  recall(name: string): Promise<unknown>
  /** What is remembered, and again whenever some tab remembers something else; undefined for nothing. */
  watch(name: string): Observable<unknown>
  /** Remembers what `change` makes of what is remembered; nobody else can come between. Writes nothing when it answers what it was given. */
  amend(name: string, change: (value: unknown) => unknown): Promise<void>
  close(): void
}

/** The oldest give way beyond this number. */
export const OVERRULED_KEPT = 200

/**
 * Opens the outbox and waits until what is parked is known. `onLost` is called when somebody else closes its database: because it is deleted, or the browser. `room`:
 * what is given up for it on a full device. Guarantee: what the server has answered is known here even when there is no room for it, as long as the tab lives; or
 * the same edit would be sent again and again.
 */
export async function openOutbox(
  storeName: string,
  onLost: () => void = () => {},
  room: Room = createRoom(),
): Promise<Outbox> {
  const database = openOutboxDatabase(storeName)
  /** Answers false when there was no room. */
  const stored = async (work: () => PromiseLike<unknown>): Promise<boolean> => {
    try {
      await room.write(async () => work())
      return true
    } catch (error) {
      if (isFull(error)) return false
      throw error
    }
  }
  let closed = false
  database.on('close', () => {
    if (!closed) onLost()
  })
  // What there was no room for, by key
  const parkedHere = new Map<string, ParkedEdit>()
  const overruledHere = new Map<string, Overruled>()
  const keyOf = ({ collection, id }: { collection: string; id: string }): string => editKey(collection, id)
  const fieldKey = (...[collection, id, field]: OverruledKey): string => `${editKey(collection, id)}/${field}`
  const readParked = async (): Promise<ParkedEdit[]> => {
    const found = await database.parked.toArray()
    return [...found.filter((edit) => !parkedHere.has(keyOf(edit))), ...parkedHere.values()]
  }
  const readOverruled = async (): Promise<Overruled[]> => {
    const found = await database.overruled.toArray()
    const others = found.filter(
      ({ collection, id, field }) => !overruledHere.has(fieldKey(collection, id, field)),
    )
    return [...others, ...overruledHere.values()].toSorted((one, other) => other.at - one.at)
  }
  const parked$ = new BehaviorSubject<ParkedEdit[]>(await readParked())
  const overruled$ = new BehaviorSubject<Overruled[]>(await readOverruled())
  const byEdit = <Item extends { collection: string; id: string }>(items: Item[]): Map<string, Item> =>
    new Map(items.map((item) => [editKey(item.collection, item.id), item]))
  let sends = byEdit(await database.sends.toArray())
  let bases = byEdit(await database.bases.toArray())
  let byKey: ReadonlyMap<string, ParkedEdit> = byEdit(parked$.value)
  const show = (edits: ParkedEdit[]): void => {
    byKey = byEdit(edits)
    parked$.next(edits)
  }
  const reload = async (): Promise<void> => show(await readParked())
  const reloadOverruled = async (): Promise<void> => overruled$.next(await readOverruled())
  const keepWhatWaits = async (): Promise<void> => {
    const [parked, overruled] = [[...parkedHere.values()], [...overruledHere.values()]]
    const isStored = await stored(() =>
      database.transaction('rw', database.parked, database.overruled, async () => {
        await database.parked.bulkPut(parked)
        await database.overruled.bulkPut(overruled)
      }),
    )
    if (!isStored) return
    for (const edit of parked) if (parkedHere.get(keyOf(edit)) === edit) parkedHere.delete(keyOf(edit))
    for (const item of overruled) {
      const key = fieldKey(item.collection, item.id, item.field)
      if (overruledHere.get(key) === item) overruledHere.delete(key)
    }
  }
  // Other tabs change these tables too
  const watching = [
    liveQuery(readParked).subscribe({ next: show, error: () => {} }),
    liveQuery(readOverruled).subscribe({ next: (found) => overruled$.next(found), error: () => {} }),
  ]
  return {
    parked$: parked$.asObservable(),
    parked: () => byKey,
    park: async (edits) => {
      const keys = edits.map(({ collection, id }): Key => [collection, id])
      const isStored = await stored(() =>
        database.transaction('rw', database.parked, database.sends, database.bases, async () => {
          await database.parked.bulkPut(edits)
          await database.sends.bulkDelete(keys)
          await database.bases.bulkDelete(keys)
        }),
      )
      for (const edit of edits) {
        parkedHere.delete(keyOf(edit))
        if (!isStored) parkedHere.set(keyOf(edit), edit)
      }
      for (const key of keys) sends.delete(editKey(...key))
      for (const key of keys) bases.delete(editKey(...key))
      await reload()
    },
    forget: async (keys) => {
      if (keys.length === 0) return
      await database.parked.bulkDelete(keys)
      for (const key of keys) parkedHere.delete(editKey(...key))
      await reload()
    },
    release: async (keys) => {
      const known = keys.flatMap(([collection, id]) => {
        const edit = byKey.get(editKey(collection, id))
        return edit === undefined ? [] : [{ collection, id, base: edit.base }]
      })
      if (known.length === 0) return
      await database.transaction('rw', database.parked, database.bases, async () => {
        await database.bases.bulkPut(known)
        await database.parked.bulkDelete(keys)
      })
      for (const key of keys) parkedHere.delete(editKey(...key))
      for (const base of known) bases.set(editKey(base.collection, base.id), base)
      await reload()
    },
    baseOf: (collection, id) => {
      const key = editKey(collection, id)
      return (byKey.get(key) ?? bases.get(key))?.base
    },
    sends: (collection, id) => sends.get(editKey(collection, id))?.sends ?? 0,
    countSends: async (counts) => {
      for (const count of counts) sends.set(editKey(count.collection, count.id), count)
      await stored(() => database.sends.bulkPut(counts))
    },
    clearSends: async (keys) => {
      const counted = keys.filter(([collection, id]) => sends.delete(editKey(collection, id)))
      const based = keys.filter(([collection, id]) => bases.delete(editKey(collection, id)))
      if (counted.length > 0) await stored(() => database.sends.bulkDelete(counted))
      if (based.length > 0) await stored(() => database.bases.bulkDelete(based))
    },
    overruled$: overruled$.asObservable(),
    overruled: () => overruled$.value,
    overrule: async (lost, stands) => {
      if (lost.length === 0 && (stands.length === 0 || overruled$.value.length === 0)) return
      const isStored = await stored(() =>
        database.transaction('rw', database.overruled, async () => {
          await database.overruled.bulkDelete(stands)
          await database.overruled.bulkPut(lost)
          const surplus = (await database.overruled.count()) - OVERRULED_KEPT
          if (surplus > 0) await database.overruled.orderBy('at').limit(surplus).delete()
        }),
      )
      for (const key of stands) overruledHere.delete(fieldKey(...key))
      for (const item of lost) {
        const key = fieldKey(item.collection, item.id, item.field)
        overruledHere.delete(key)
        if (!isStored) overruledHere.set(key, item)
      }
      await reloadOverruled()
    },
    dismiss: async (keys) => {
      await database.overruled.bulkDelete(keys)
      for (const key of keys) overruledHere.delete(fieldKey(...key))
      await reloadOverruled()
    },
    refresh: async () => {
      sends = byEdit(await database.sends.toArray())
      bases = byEdit(await database.bases.toArray())
      await Promise.all([reload(), reloadOverruled()])
    },
    remember: async (name, value) => {
      await database.remembered.put({ name, value })
      // There is room again
      if (parkedHere.size + overruledHere.size > 0) await keepWhatWaits()
    },
    recall: async (name) => (await database.remembered.get(name))?.value,
    watch: (name) =>
      new Observable((told) => {
        const watch = liveQuery(() => database.remembered.get(name)).subscribe({
          next: (found) => told.next(found?.value),
          // The database was closed: nothing more is told
          error: () => {},
        })
        return () => watch.unsubscribe()
      }),
    amend: (name, change) =>
      database.transaction('rw', database.remembered, async () => {
        const found = await database.remembered.get(name)
        const value = change(found?.value)
        if (value !== found?.value) await database.remembered.put({ name, value })
      }),
    close: () => {
      closed = true
      for (const watch of watching) watch.unsubscribe()
      parked$.complete()
      overruled$.complete()
      database.close()
    },
  }
}
