import type { WithDeleted } from 'rxdb/plugins/core'
import * as v from 'valibot'
import type { SyncedDocument } from '../collections/definition.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import type { CollectionAnswer } from './exchange.ts'
import { nextTask } from '../next-task.ts'
import type { Checkpoint } from './transport.ts'

const Tombstone = v.object({
  id: v.string(),
  row_version: v.number(),
  _deleted: v.optional(v.boolean(), true),
})

/** A page as the replication stores it. Guarantee: one document for each row, because a page shorter than the limit ends the pull. */
export type Page = { documents: WithDeleted<SyncedDocument>[]; checkpoint: Checkpoint | undefined }

/** Rows read in one task. */
const SLICE = 25

/** Rows of a pull as documents of the device, stamped with the epoch that brought them. */
export async function toPage(
  name: CollectionName,
  answer: CollectionAnswer,
  asked: Checkpoint | null,
): Promise<Page> {
  const documents: Page['documents'] = []
  for (let first = 0; first < answer.rows.length; first += SLICE) {
    if (first > 0) await nextTask()
    for (const row of answer.rows.slice(first, first + SLICE))
      documents.push(...toDocument(name, row, answer.epoch))
  }
  return { documents, checkpoint: answer.checkpoint ?? asked ?? undefined }
}

/** Rows that joined no pull, but whose epoch is known, as documents of the device. */
export const toDocuments = (
  name: CollectionName,
  rows: Record<string, unknown>[],
  epoch: string,
): WithDeleted<SyncedDocument>[] => rows.flatMap((row) => toDocument(name, row, epoch))

/** Rows fetched elsewhere than by a pull; what cannot be read is left out. */
export function toLearned(name: CollectionName, rows: unknown[]): WithDeleted<SyncedDocument>[] {
  return rows.flatMap((row) => {
    const document = COLLECTIONS[name].parse(row)
    return document === undefined ? [] : [{ ...document, sync_epoch: '', _deleted: false }]
  })
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
