import type { CollectionName } from '../collections/registry.ts'

/** What one edit says about one field, and when by its own account (ms since 1970). */
export type Claim = { field: string; value: unknown; time: number }

type Row = Record<string, unknown>

/**
 * Which fields of a collection are last-writer-wins registers, each with a time. Written from the specification, not from the joins: this is what those are held
 * against.
 */
const READERS: Partial<Record<CollectionName, (row: Row) => Claim[]>> = {
  favorites: (row) => [{ field: 'is_favorite', value: row['is_favorite'], time: Number(row['edited_at']) }],
  settings: (row) => [{ field: 'value', value: row['value'], time: Number(row['edited_at']) }],
  relations: (row) => [
    { field: 'is_blocked', value: row['is_blocked'] === true, time: Number(row['blocked_edited_at']) },
  ],
  history: (row) => [
    { field: 'view', value: `${row['is_deleted'] === true}`, time: Number(row['edited_at']) },
  ],
  ratings: (row) =>
    Object.entries((row['edited_at'] ?? {}) as Record<string, number>).map(([field, time]) => ({
      field,
      value: row[field] ?? null,
      time,
    })),
  notification_reads: (row) => [
    { field: 'is_read', value: row['is_read'] === true, time: Number(row['read_edited_at'] ?? 0) },
    { field: 'is_deleted', value: row['is_deleted'] === true, time: Number(row['deleted_edited_at'] ?? 0) },
  ],
}

/** The registers of a row or document that were ever set. */
export const claimsOf = (collection: CollectionName, row: Row): Claim[] =>
  (READERS[collection]?.(row) ?? []).filter(({ time }) => time > 0)
