import { liveQuery } from 'dexie'
import { from, map, type Observable } from 'rxjs'
import { rereading } from '../storage/reread.ts'
import type { OutboxDatabase } from './outbox-database.ts'

/** What the engine must not forget over restarts, by name; the same in all tabs. */
export type Memory = {
  remember(name: string, value: unknown): Promise<void>
  recall(name: string): Promise<unknown>
  /** What is remembered, and again whenever some tab remembers something else; undefined for nothing. */
  watch(name: string): Observable<unknown>
  /** Remembers what `change` makes of what is remembered; nobody else can come between. Writes nothing when it answers what it was given. */
  amend(name: string, change: (value: unknown) => unknown): Promise<void>
}

/** `onStored`: awaited whenever something was remembered. */
export function createMemory(database: OutboxDatabase, onStored: () => Promise<void>): Memory {
  return {
    remember: async (name, value) => {
      await database.remembered.put({ name, value })
      await onStored()
    },
    recall: async (name) => (await database.remembered.get(name))?.value,
    watch: (name) =>
      rereading(from(liveQuery(() => database.remembered.get(name)))).pipe(map((found) => found?.value)),
    amend: (name, change) =>
      database.transaction('rw', database.remembered, async () => {
        const found = await database.remembered.get(name)
        const value = change(found?.value)
        if (value !== found?.value) await database.remembered.put({ name, value })
      }),
  }
}
