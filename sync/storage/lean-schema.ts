import type { Dexie } from 'dexie'

/** For the stock storage's `cleanup`, which nobody calls: deleted documents are kept without content. */
const CLEANUP_INDEX = '_meta.lwt'

/** The stock storage always declares it for queries that no other index serves; with any other index of a collection, RxDB never plans by it. */
const FALLBACK_INDEX = '[_deleted+id]'

const isOfDocuments = (index: string): boolean => index.startsWith('[_deleted+')

/** Makes the stock storage declare its databases without these indexes of the documents. Each index costs as much as half a document on every write. */
export const leavingOut =
  (indexes: readonly string[]) =>
  (database: Dexie): void => {
    const kept = (schema: string): string => {
      const declared = schema.split(', ')
      const dropped = new Set([CLEANUP_INDEX, ...indexes])
      if (declared.some((index) => isOfDocuments(index) && index !== FALLBACK_INDEX))
        dropped.add(FALLBACK_INDEX)
      return declared.filter((index) => !dropped.has(index)).join(', ')
    }
    const declare = database.version.bind(database)
    database.version = (number) => {
      const version = declare(number)
      const stores = version.stores.bind(version)
      version.stores = (schemas) => stores({ ...schemas, docs: kept(schemas['docs'] ?? '') })
      return version
    }
  }
