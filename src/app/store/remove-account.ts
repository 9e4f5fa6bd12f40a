import { databasesOf } from '#sync/generations/databases-of.ts'
import type { Store } from '#sync/store.ts'

/** Deletes a database. Another tab that still has it open delays that until it lets go; this one does not wait for it. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onblocked = () => resolve()
    deleting.onerror = () => reject(deleting.error ?? new Error(`${name} could not be deleted`))
  })
}

/** Closes the account's databases and deletes them from this device. */
export async function removeAccount(store: Store): Promise<void> {
  await store.close()
  await Promise.all((await databasesOf(store.userId)).map(deleteDatabase))
}
