import type { RxJsonSchema } from 'rxdb/plugins/core'

/**
 * What every local document carries. Guarantee: a document is saved on the server exactly when `row_version` > 0; every write of the person sets it to 0
 * in the same document write. `sync_epoch` is the epoch of the pull that brought the row ('' for one that never came from a pull).
 * `retries` grows when a refused edit is sent again, so that the replication sees a change.
 */
export type SyncedDocument = { id: string; row_version: number; sync_epoch: string; retries?: number }

/** pull: the server alone writes · push: only what the person did goes up · both. */
export type Direction = 'pull' | 'push' | 'both'

export type WhenRefused = 'park' | 'drop'

export type CollectionDefinition<Doc extends SyncedDocument> = {
  schema: RxJsonSchema<Doc>
  direction: Direction
  /** A row of the server as a document of the device, or undefined when it cannot be read. */
  parse(row: unknown): Doc | undefined
  /** The join of two states of one document: commutative, associative, idempotent. The server joins by the same rule. */
  merge(mine: Doc, theirs: Doc): Doc
  /** The columns that go up, as `userId` writes them. */
  toRow(doc: Doc, userId: string): Record<string, unknown>
  /** park: a refused edit waits for the person · drop: it has no meaning of its own, the server's state stands. */
  whenRefused: WhenRefused | ((refused: Doc) => WhenRefused)
  /** A stored document of an older local generation as `parse` reads it; needed where `parse` no longer reads what was stored. */
  carryOver?: (stored: Record<string, unknown>, generation: number) => Record<string, unknown>
}

type Property =
  | { type: 'string'; maxLength: number }
  | { type: 'number' | 'boolean' | 'object' | 'array' | 'string' }

export const text = (maxLength: number): Property => ({ type: 'string', maxLength })
export const number: Property = { type: 'number' }
export const boolean: Property = { type: 'boolean' }
export const anyText: Property = { type: 'string' }
export const object: Property = { type: 'object' }
export const array: Property = { type: 'array' }
/** An optional field that came after the schema: stored like the others, but RxDB is not told, because it opens no database whose schema has changed. */
export const added = 'added'

/**
 * A schema whose primary key is `id`. Fields of an index must be present in every document (Dexie requires it) and have a length when they are text.
 * A collection that people write (`unsaved: 'indexed'`) can find its unsaved documents by `row_version`.
 */
export function defineSchema<Doc extends SyncedDocument>(
  name: string,
  idLength: number,
  properties: Record<Exclude<keyof Doc & string, keyof SyncedDocument>, Property | typeof added>,
  indexes: (keyof Doc & string)[][] = [],
  unsaved: 'indexed' | 'none' = 'indexed',
): RxJsonSchema<Doc> {
  const required = new Set<string>(['id', 'row_version', 'sync_epoch', ...indexes.flat()])
  const schema = {
    title: name,
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(properties).filter(([, property]) => property !== added)),
      id: text(idLength),
      row_version: number,
      sync_epoch: anyText,
      retries: number,
    },
    required: [...required],
    indexes: [...(unsaved === 'indexed' ? [['row_version']] : []), ...indexes],
  }
  // RxDB's schema type maps every property one by one, which a generic builder cannot satisfy
  return schema as unknown as RxJsonSchema<Doc>
}

export const UUID_LENGTH = 36
/** `user_id|something` keys: two UUIDs, or a UUID and a short name. */
export const PAIR_LENGTH = UUID_LENGTH + 1 + 60
