import * as v from 'valibot'
import type { Store } from '../store.ts'
import {
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  type SyncedDocument,
  UUID_LENGTH,
} from './definition.ts'
import { mergeRegisters, registersOf, rowOfRegisters } from '../schema/merge-registers.ts'
import { NOTIFICATION_READS } from '../schema/register-tables.ts'
import { canonical, compareEpochs, withVersion } from './join.ts'
import { plain } from './live.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'

const time = v.optional(TimeMs, 0)
const ReadRow = v.object({
  ...SYNCED,
  id: v.string(),
  user_id: v.string(),
  is_read: v.optional(v.boolean(), false),
  read_edited_at: time,
  is_deleted: v.optional(v.boolean(), false),
  deleted_edited_at: time,
})

/**
 * What the person did about the notification of the same id. Each mark has the time of its own last edit, in ms of the corrected clock, 0 while it was
 * never set; so it can be taken back, here or on another device.
 */
export type NotificationReadDocument = v.InferOutput<typeof ReadRow>

/** The marks, as a notification and what the person did about it both carry them. */
type Marks = Pick<NotificationReadDocument, 'is_read' | 'read_edited_at' | 'is_deleted' | 'deleted_edited_at'>

const content = (doc: Marks): unknown => registersOf(NOTIFICATION_READS, doc)

/** Each mark by itself: the later intent wins; of two at the same moment, the one that is set. */
export function mergeNotificationRead(
  mine: NotificationReadDocument,
  theirs: NotificationReadDocument,
): NotificationReadDocument {
  return withVersion(mergeRegisters(NOTIFICATION_READS, mine, theirs, mine), [mine, theirs], content)
}

export const notificationReads: CollectionDefinition<NotificationReadDocument> = {
  direction: 'push',
  whenRefused: 'drop',
  parse: rowReader<'notification_reads', typeof ReadRow>(ReadRow),
  merge: mergeNotificationRead,
  toRow: (doc) => rowOfRegisters(NOTIFICATION_READS, doc),
  schema: defineSchema<NotificationReadDocument>('notification_reads', UUID_LENGTH, {
    user_id: anyText,
    is_read: boolean,
    read_edited_at: number,
    is_deleted: boolean,
    deleted_edited_at: number,
  }),
}

const UNTOUCHED: Marks = { is_read: false, read_edited_at: 0, is_deleted: false, deleted_edited_at: 0 }

/** Where a notification stands, by its row and by what the person did about it on this device. */
export function marksOf(
  row: (Marks & SyncedDocument) | undefined,
  read: NotificationReadDocument | undefined,
): Marks {
  const known: Marks = row ?? UNTOUCHED
  const mine: Marks = read === undefined || isOvertaken(read, row) ? known : read
  return mergeRegisters(NOTIFICATION_READS, known, mine, UNTOUCHED)
}

/** Did the server begin a new epoch since it had these marks? Then it has them no longer, or they came with the row. */
const isOvertaken = (read: NotificationReadDocument, row: SyncedDocument | undefined): boolean =>
  row !== undefined && read.row_version > 0 && compareEpochs(read.sync_epoch, row.sync_epoch) < 0

/**
 * Forgets what the person did about notifications as soon as the server has it and the notification itself says so, so that not every notification has two
 * documents for ever. Nothing that is shown changes by it. An edit made meanwhile has a newer revision than the one that was looked at, and stays.
 */
export async function forgetSettledReads(store: Store): Promise<void> {
  const reads = store.collections.notification_reads
  const saved = await reads.find({ selector: { row_version: { $gt: 0 } } }).exec()
  const rows = await store.collections.notifications.findByIds(saved.map(({ id }) => id)).exec()
  const settled = saved.filter((read) => {
    const row = rows.get(read.id)
    return row === undefined || canonical(content(marksOf(row, plain(read)))) === canonical(content(row))
  })
  await reads.bulkRemove(settled)
}
