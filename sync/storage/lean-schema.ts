import type { Dexie } from 'dexie'

/** For the stock storage's `cleanup`, which nobody calls: deleted documents are kept without content. */
const CLEANUP_INDEX = '_meta.lwt'

/** Makes the stock storage declare its databases without these indexes of the documents. Each index costs as much as half a document on every write. */
export const leavingOut =
  (indexes: readonly string[]) =>
  (database: Dexie): void => {
    const dropped = new Set([CLEANUP_INDEX, ...indexes])
    const kept = (schema: string): string =>
      schema
        .split(', ')
        .filter((index) => !dropped.has(index))
        .join(', ')
    const declare = database.version.bind(database)
    database.version = (number) => {
      const version = declare(number)
      const stores = version.stores.bind(version)
      version.stores = (schemas) => stores({ ...schemas, docs: kept(schemas['docs'] ?? '') })
      return version
    }
  }
