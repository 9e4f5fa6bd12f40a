import { liveQuery } from 'dexie'
import { BehaviorSubject, type Observable } from 'rxjs'
import { openOutboxDatabase, type SendCount } from './outbox-database.ts'
import { editKey, type ParkedEdit } from './parked.ts'

type Key = [collection: string, id: string]

/** Edits that were refused, over all tabs of this device, and what the engine remembers. */
export type Outbox = {
  parked$: Observable<ParkedEdit[]>
  /** What is parked now, by `collection/id`. */
  parked(): ReadonlyMap<string, ParkedEdit>
  park(edits: ParkedEdit[]): Promise<void>
  forget(keys: Key[]): Promise<void>
  /** How often this edit was sent and refused for now. */
  sends(collection: string, id: string): number
  countSends(counts: SendCount[]): Promise<void>
  clearSends(keys: Key[]): Promise<void>
  remember(name: string, value: unknown): Promise<void>
  recall(name: string): Promise<unknown>
  close(): void
}

/** Opens the outbox and waits until what is parked is known. */
export async function openOutbox(storeName: string): Promise<Outbox> {
  const database = openOutboxDatabase(storeName)
  const parked$ = new BehaviorSubject<ParkedEdit[]>(await database.parked.toArray())
  const sends = new Map(
    (await database.sends.toArray()).map((count) => [editKey(count.collection, count.id), count]),
  )
  let byKey = index(parked$.value)
  const show = (edits: ParkedEdit[]): void => {
    byKey = index(edits)
    parked$.next(edits)
  }
  const reload = async (): Promise<void> => show(await database.parked.toArray())
  // Other tabs change these tables too
  const watching = liveQuery(() => database.parked.toArray()).subscribe({ next: show, error: () => {} })
  return {
    parked$: parked$.asObservable(),
    parked: () => byKey,
    park: async (edits) => {
      await database.transaction('rw', database.parked, database.sends, async () => {
        await database.parked.bulkPut(edits)
        await database.sends.bulkDelete(edits.map((edit) => [edit.collection, edit.id]))
      })
      for (const edit of edits) sends.delete(editKey(edit.collection, edit.id))
      await reload()
    },
    forget: async (keys) => {
      if (keys.length === 0) return
      await database.parked.bulkDelete(keys)
      await reload()
    },
    sends: (collection, id) => sends.get(editKey(collection, id))?.sends ?? 0,
    countSends: async (counts) => {
      for (const count of counts) sends.set(editKey(count.collection, count.id), count)
      await database.sends.bulkPut(counts)
    },
    clearSends: async (keys) => {
      const counted = keys.filter(([collection, id]) => sends.delete(editKey(collection, id)))
      if (counted.length > 0) await database.sends.bulkDelete(counted)
    },
    remember: async (name, value) => {
      await database.remembered.put({ name, value })
    },
    recall: async (name) => (await database.remembered.get(name))?.value,
    close: () => {
      watching.unsubscribe()
      parked$.complete()
      database.close()
    },
  }
}

function index(edits: ParkedEdit[]): ReadonlyMap<string, ParkedEdit> {
  return new Map(edits.map((edit) => [editKey(edit.collection, edit.id), edit]))
}
