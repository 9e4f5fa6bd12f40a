import { openExisting } from '../generations/raw-database.ts'

/** Deletes databases. `thoroughly`: somebody who sleeps may still have them open, which delays the deletion; so they are emptied before. */
export async function deleteDatabases(names: readonly string[], thoroughly: boolean): Promise<void> {
  if (thoroughly) await Promise.all(names.map((name) => emptyDatabase(name).catch(() => {})))
  await Promise.all(names.map(deleteDatabase))
}

/** Resolves when the database is gone, or will be as soon as somebody else lets go of it. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onblocked = () => resolve()
    deleting.onerror = () => reject(deleting.error ?? new Error(`${name} could not be deleted`))
  })
}

async function emptyDatabase(name: string): Promise<void> {
  const database = await openExisting(name)
  if (database === undefined) return
  const tables = [...database.objectStoreNames]
  if (tables.length > 0) {
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(tables, 'readwrite', { durability: 'strict' })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error(`${name} could not be emptied`))
      for (const table of tables) transaction.objectStore(table).clear()
    })
  }
  database.close()
}
