import type { SyncRefusal } from '#domain/errors.ts'
import type { CollectionName } from '../collections/registry.ts'

/** An edit that the server refused, kept until the person decides. */
export type ParkedEdit = {
  collection: CollectionName
  id: string
  code: SyncRefusal
  /** The edited document. */
  document: Record<string, unknown>
  /** The server's state as far as it was known then; null when it has none. */
  base: Record<string, unknown> | null
  /** ms of the corrected clock. */
  parkedAt: number
}

export const editKey = (collection: string, id: string): string => `${collection}/${id}`
