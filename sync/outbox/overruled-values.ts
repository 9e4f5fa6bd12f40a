import { liveQuery } from 'dexie'
import { BehaviorSubject, from, type Observable } from 'rxjs'
import { rereading } from '../storage/reread.ts'
import type { OutboxContent, OutboxDatabase } from './outbox-database.ts'
import type { Overruled } from './overruled.ts'
import { editKey } from './parked.ts'
import { createUnstored, type Unstored, type Write } from './unstored.ts'

export type OverruledKey = [collection: string, id: string, field: string]

/** The oldest give way beyond this number. */
export const OVERRULED_KEPT = 200

/** Values that lost to another device. */
export type OverruledValues = {
  /** What lost to another device, the newest first; never more than OVERRULED_KEPT. */
  overruled$: Observable<Overruled[]>
  overruled(): readonly Overruled[]
  /** Keeps what lost, and forgets what was kept of fields in which this device's value stands by now. */
  overrule(lost: Overruled[], stands: OverruledKey[]): Promise<void>
  /** The person has restored or dismissed these. */
  dismiss(keys: OverruledKey[]): Promise<void>
}

type Parts = { database: OutboxDatabase; write: Write; found: Pick<OutboxContent, 'overruled'> }

type Opened = {
  values: OverruledValues
  unstored: Unstored<Overruled>
  refresh(): Promise<void>
  close(): void
}

export function createOverruledValues({ database, write, found }: Parts): Opened {
  const unstored = createUnstored<Overruled>(({ collection, id, field }) => fieldKey(collection, id, field))
  const overruled$ = new BehaviorSubject(newestFirst(found.overruled))
  const read = async (): Promise<Overruled[]> =>
    newestFirst(unstored.over(await database.overruled.toArray()))
  const reload = async (): Promise<void> => overruled$.next(await read())
  // Other tabs change this table too
  const watching = rereading(from(liveQuery(read))).subscribe((values) => overruled$.next(values))

  const values: OverruledValues = {
    overruled$: overruled$.asObservable(),
    overruled: () => overruled$.value,
    overrule: async (lost, stands) => {
      if (lost.length === 0 && (stands.length === 0 || overruled$.value.length === 0)) return
      const isStored = await write(() =>
        database.transaction('rw', database.overruled, async () => {
          await database.overruled.bulkDelete(stands)
          await database.overruled.bulkPut(lost)
          const surplus = (await database.overruled.count()) - OVERRULED_KEPT
          if (surplus > 0) await database.overruled.orderBy('at').limit(surplus).delete()
        }),
      )
      unstored.drop(stands.map((key) => fieldKey(...key)))
      unstored.note(lost, isStored)
      await reload()
    },
    dismiss: async (keys) => {
      await database.overruled.bulkDelete(keys)
      unstored.drop(keys.map((key) => fieldKey(...key)))
      await reload()
    },
  }

  return {
    values,
    unstored,
    refresh: reload,
    close: () => {
      watching.unsubscribe()
      overruled$.complete()
    },
  }
}

const fieldKey = (...[collection, id, field]: OverruledKey): string => `${editKey(collection, id)}/${field}`

const newestFirst = (values: Overruled[]): Overruled[] => values.toSorted((one, other) => other.at - one.at)
