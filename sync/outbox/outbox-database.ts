import { Dexie, type EntityTable, type Table } from 'dexie'
import { outboxName } from '../generations/names.ts'
import type { Overruled } from './overruled.ts'
import type { ParkedEdit } from './parked.ts'

/** How often an edit was sent and refused for now. */
export type SendCount = { collection: string; id: string; sends: number }
/** What the server last had of a document whose refused edit is being sent again. */
export type KnownBase = { collection: string; id: string; base: ParkedEdit['base'] }
export type Remembered = { name: string; value: unknown }

export type OutboxDatabase = Dexie & {
  parked: Table<ParkedEdit, [string, string]>
  sends: Table<SendCount, [string, string]>
  bases: Table<KnownBase, [string, string]>
  overruled: Table<Overruled, [string, string, string]>
  remembered: EntityTable<Remembered, 'name'>
}

/**
 * The small tables beside the store: parked edits, counts of sends, values that lost to another device, and what the engine remembers (clock, epochs).
 * Written durably.
 */
export function openOutboxDatabase(storeName: string): OutboxDatabase {
  const database = new Dexie(outboxName(storeName), { chromeTransactionDurability: 'strict' })
  database.version(1).stores({
    parked: '[collection+id]',
    sends: '[collection+id]',
    bases: '[collection+id]',
    overruled: '[collection+id+field], at',
    remembered: 'name',
  })
  // Dexie adds the tables named above at run time
  return database as OutboxDatabase
}

/** What is in its tables, but for what the engine remembers. */
export type OutboxContent = {
  parked: ParkedEdit[]
  overruled: Overruled[]
  sends: SendCount[]
  bases: KnownBase[]
}

export const readOutboxDatabase = async (database: OutboxDatabase): Promise<OutboxContent> => ({
  parked: await database.parked.toArray(),
  overruled: await database.overruled.toArray(),
  sends: await database.sends.toArray(),
  bases: await database.bases.toArray(),
})
