import type { WithDeleted } from 'rxdb/plugins/core'
import * as v from 'valibot'
import type { SyncedDocument } from '../collections/definition.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import type { CollectionAnswer } from './exchange.ts'
import type { Checkpoint } from './transport.ts'

const Tombstone = v.object({
  id: v.string(),
  row_version: v.number(),
  _deleted: v.optional(v.boolean(), true),
})

/** A page as the replication stores it. Guarantee: one document for each row, because a page shorter than the limit ends the pull. */
export type Page = { documents: WithDeleted<SyncedDocument>[]; checkpoint: Checkpoint | undefined }

/** Rows of a pull as documents of the device, stamped with the epoch that brought them. */
export function toPage(name: CollectionName, answer: CollectionAnswer, asked: Checkpoint | null): Page {
  return {
    documents: answer.rows.flatMap((row) => toDocument(name, row, answer.epoch)),
    checkpoint: answer.checkpoint ?? asked ?? undefined,
  }
}

function toDocument(
  name: CollectionName,
  row: Record<string, unknown>,
  epoch: string,
): WithDeleted<SyncedDocument>[] {
  const document =
    row['_deleted'] === true ? undefined : COLLECTIONS[name].parse({ ...row, sync_epoch: epoch })
  if (document !== undefined) return [{ ...document, _deleted: false }]
  // Revoked, or of a shape that this build cannot read: either way the device must not go on showing what it had
  const tombstone = v.safeParse(Tombstone, row)
  return tombstone.success ? [tombstoneOf(tombstone.output.id, tombstone.output.row_version, epoch)] : []
}

/** A deleted document without any of its content. */
export function tombstoneOf(
  id: string,
  row_version: number,
  sync_epoch: string,
): WithDeleted<SyncedDocument> {
  return { id, row_version, sync_epoch, _deleted: true }
}
