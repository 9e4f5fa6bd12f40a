import { liveQuery } from 'dexie'
import { BehaviorSubject, from, type Observable } from 'rxjs'
import { rereading } from '../storage/reread.ts'
import type { OutboxContent, OutboxDatabase, SendCount } from './outbox-database.ts'
import { editKey, type ParkedEdit } from './parked.ts'
import { createUnstored, type Unstored, type Write } from './unstored.ts'

type Key = [collection: string, id: string]

/** Edits that were refused, for good or for now. */
export type ParkedEdits = {
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
}

type Parts = {
  database: OutboxDatabase
  write: Write
  found: Pick<OutboxContent, 'parked' | 'sends' | 'bases'>
}

type Opened = {
  edits: ParkedEdits
  unstored: Unstored<ParkedEdit>
  refresh(): Promise<void>
  close(): void
}

export function createParkedEdits({ database, write, found }: Parts): Opened {
  const unstored = createUnstored<ParkedEdit>(keyOf)
  const parked$ = new BehaviorSubject(found.parked)
  let byKey: ReadonlyMap<string, ParkedEdit> = byEdit(found.parked)
  let sends = byEdit(found.sends)
  let bases = byEdit(found.bases)
  const read = async (): Promise<ParkedEdit[]> => unstored.over(await database.parked.toArray())
  const show = (edits: ParkedEdit[]): void => {
    byKey = byEdit(edits)
    parked$.next(edits)
  }
  const reload = async (): Promise<void> => show(await read())
  // Other tabs change this table too
  const watching = rereading(from(liveQuery(read))).subscribe(show)

  const edits: ParkedEdits = {
    parked$: parked$.asObservable(),
    parked: () => byKey,
    park: async (refused) => {
      const keys = refused.map(({ collection, id }): Key => [collection, id])
      const isStored = await write(() =>
        database.transaction('rw', database.parked, database.sends, database.bases, async () => {
          await database.parked.bulkPut(refused)
          await database.sends.bulkDelete(keys)
          await database.bases.bulkDelete(keys)
        }),
      )
      unstored.note(refused, isStored)
      for (const key of keys) sends.delete(editKey(...key))
      for (const key of keys) bases.delete(editKey(...key))
      await reload()
    },
    forget: async (keys) => {
      if (keys.length === 0) return
      await database.parked.bulkDelete(keys)
      unstored.drop(keys.map((key) => editKey(...key)))
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
      unstored.drop(keys.map((key) => editKey(...key)))
      for (const base of known) bases.set(keyOf(base), base)
      await reload()
    },
    baseOf: (collection, id) => {
      const key = editKey(collection, id)
      return (byKey.get(key) ?? bases.get(key))?.base
    },
    sends: (collection, id) => sends.get(editKey(collection, id))?.sends ?? 0,
    countSends: async (counts) => {
      for (const count of counts) sends.set(keyOf(count), count)
      await write(() => database.sends.bulkPut(counts))
    },
    clearSends: async (keys) => {
      const counted = keys.filter(([collection, id]) => sends.delete(editKey(collection, id)))
      const based = keys.filter(([collection, id]) => bases.delete(editKey(collection, id)))
      if (counted.length > 0) await write(() => database.sends.bulkDelete(counted))
      if (based.length > 0) await write(() => database.bases.bulkDelete(based))
    },
  }

  return {
    edits,
    unstored,
    refresh: async () => {
      sends = byEdit(await database.sends.toArray())
      bases = byEdit(await database.bases.toArray())
      await reload()
    },
    close: () => {
      watching.unsubscribe()
      parked$.complete()
    },
  }
}

type OfEdit = { collection: string; id: string }

const keyOf = ({ collection, id }: OfEdit): string => editKey(collection, id)

const byEdit = <Item extends OfEdit>(items: Item[]): Map<string, Item> =>
  new Map(items.map((item) => [keyOf(item), item]))
