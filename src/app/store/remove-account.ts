import { outboxName } from '#sync/outbox/outbox-database.ts'
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
  const { name } = store.database
  const all = await indexedDB.databases?.()
  // RxDB itself only empties them; where they cannot be listed, that must do.
  if (!all) await store.database.remove()
  await store.close()
  const own = (all ?? []).flatMap((database) => (database.name?.includes(name) ? [database.name] : []))
  await Promise.all([outboxName(name), ...own].map(deleteDatabase))
}
