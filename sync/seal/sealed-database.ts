import { Dexie, type EntityTable } from 'dexie'
import { databaseExists } from '../generations/raw-database.ts'
import { within } from '../within.ts'
import type { SealedBox } from './seal-box.ts'

export const SEALED_DATABASE = 'mirutomo-sealed'

/** A sealed remainder of an account that is not signed in. `handle` tells only the account itself whose it is. */
export type SealedRecord = SealedBox & { id: string; handle: string }

/** A tab that is stopped may keep a transaction open that others wait for. */
const ANSWER_MS = 2_000

type SealedDatabase = Dexie & { remainders: EntityTable<SealedRecord, 'id'> }

/** Runs `work` on the device's sealed remainders and closes the database after it. A write is on the disk when it resolves. Rejects with Overdue where the storage does not answer. */
async function opened<Result>(
  work: (remainders: SealedDatabase['remainders']) => Promise<Result>,
): Promise<Result> {
  const database = new Dexie(SEALED_DATABASE, { chromeTransactionDurability: 'strict' })
  database.version(1).stores({ remainders: 'id, handle' })
  try {
    // Dexie adds the tables named above at run time
    return await within(ANSWER_MS, work((database as SealedDatabase).remainders))
  } finally {
    database.close()
  }
}

export const keepSealed = (record: SealedRecord): Promise<unknown> =>
  opened((remainders) => remainders.put(record))

/** Was anything ever sealed on this device? */
export const isAnythingSealed = (): Promise<boolean> => databaseExists(SEALED_DATABASE)

/** What is sealed under this handle, the oldest first. */
export async function sealedOf(handle: string): Promise<SealedRecord[]> {
  if (!(await isAnythingSealed())) return []
  return opened((remainders) => remainders.where('handle').equals(handle).toArray())
}

export const forgetSealed = (ids: readonly string[]): Promise<void> =>
  opened((remainders) => remainders.bulkDelete([...ids]))
