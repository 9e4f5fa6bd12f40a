import { Dexie, type EntityTable, type Table } from 'dexie'
import { outboxName } from '../generations/names.ts'
import type { ParkedEdit } from './parked.ts'

/** How often an edit was sent and refused for now. */
export type SendCount = { collection: string; id: string; sends: number }
export type Remembered = { name: string; value: unknown }

export type OutboxDatabase = Dexie & {
  parked: Table<ParkedEdit, [string, string]>
  sends: Table<SendCount, [string, string]>
  remembered: EntityTable<Remembered, 'name'>
}

/** The small tables beside the store: parked edits, counts of sends, and what the engine remembers (clock, epochs). Written durably. */
export function openOutboxDatabase(storeName: string): OutboxDatabase {
  const database = new Dexie(outboxName(storeName), { chromeTransactionDurability: 'strict' })
  database.version(1).stores({ parked: '[collection+id]', sends: '[collection+id]', remembered: 'name' })
  // Dexie adds the tables named above at run time
  return database as OutboxDatabase
}
