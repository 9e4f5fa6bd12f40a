import type { RxDocumentData } from 'rxdb/plugins/core'

/** A document as IndexedDB holds it: indexed booleans are '1' or '0', because a boolean is no key. */
export type StoredForm = Record<string, unknown>

/** The document in its stored form. The document itself stays as it is. */
export function toStored<Doc>(booleanIndexes: string[], document: RxDocumentData<Doc>): StoredForm {
  const stored: StoredForm = { ...document }
  for (const field of booleanIndexes) stored[field] = stored[field] === true ? '1' : '0'
  return stored
}

/** The document of a stored form. Changes its argument: it must be a copy that nobody else holds, as IndexedDB hands out. */
export function fromStored<Doc>(booleanIndexes: string[], stored: StoredForm): RxDocumentData<Doc> {
  for (const field of booleanIndexes) stored[field] = stored[field] === '1'
  return stored as RxDocumentData<Doc>
}

/** The value of an index path such as `_meta.lwt`. */
export function valueAt(stored: StoredForm, path: string): unknown {
  let value: unknown = stored
  for (const part of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined
  }
  return value
}
