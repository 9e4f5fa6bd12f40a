import { deleteDatabase, doneInTime, openExisting } from '../generations/raw-database.ts'

type Deleting = {
  /** Somebody who is stopped may have them open. */
  somebodySleeps: boolean
  /** Asked in the task of each deletion: false when the account may be in use again. */
  mayDelete: () => boolean
}

/**
 * Deletes databases; where somebody who is stopped may have them open, empties them and leaves their names: a deletion would wait for the sleeper, and whoever opens the database next would
 * wait for the deletion. Never rejects, and waits for nobody who does not answer: answers false when something is left of what they held, for a later start to delete.
 */
export async function deleteDatabases(
  names: readonly string[],
  { somebodySleeps, mayDelete }: Deleting,
): Promise<boolean> {
  const remove = async (name: string): Promise<void> => {
    if (somebodySleeps) return emptyDatabase(name, mayDelete)
    sureThat(mayDelete)
    await deleteDatabase(name)
  }
  const removed = await Promise.allSettled(names.map(remove))
  return removed.every(({ status }) => status === 'fulfilled')
}

function sureThat(mayDelete: () => boolean): void {
  if (!mayDelete()) throw new Error('the account may be in use again')
}

async function emptyDatabase(name: string, mayDelete: () => boolean): Promise<void> {
  const database = await openExisting(name)
  if (database === undefined) return
  try {
    const tables = [...database.objectStoreNames]
    if (tables.length === 0) return
    sureThat(mayDelete)
    const transaction = database.transaction(tables, 'readwrite', { durability: 'strict' })
    const [first] = tables.map((table) => transaction.objectStore(table).clear())
    if (first) await doneInTime(transaction, first)
  } finally {
    database.close()
  }
}
