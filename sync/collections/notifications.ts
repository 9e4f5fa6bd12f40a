import * as v from 'valibot'
import { PRIORITIES } from '#domain/notification.ts'
import {
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  object,
  text,
  UUID_LENGTH,
} from './definition.ts'
import { newerRow } from './join.ts'
import { RECENT_KEY_LENGTH, recentKeyOf } from './keys.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'

const NotificationRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    user_id: v.exactOptional(v.string()),
    type: v.string(),
    title: v.optional(v.string(), ''),
    message: v.optional(v.string(), ''),
    link: v.exactOptional(v.string()),
    priority: v.optional(v.fallback(v.picklist(PRIORITIES), 'medium'), 'medium'),
    sender_id: v.exactOptional(v.string()),
    metadata: v.exactOptional(v.record(v.string(), v.unknown())),
    is_read: v.optional(v.boolean(), false),
    read_edited_at: v.optional(TimeMs, 0),
    is_deleted: v.optional(v.boolean(), false),
    deleted_edited_at: v.optional(TimeMs, 0),
    notification_group: v.exactOptional(v.string()),
    is_premium_only: v.optional(v.boolean(), false),
    created_at: v.string(),
    updated_at: v.exactOptional(v.string()),
  }),
  v.transform((row) => ({ ...row, recent_key: recentKeyOf(row.created_at) })),
)

/** A notification as the server wrote it, with the marks that have reached the server; what the person did here is in notification_reads. */
export type NotificationDocument = v.InferOutput<typeof NotificationRow>

export const notifications: CollectionDefinition<NotificationDocument> = {
  direction: 'pull',
  whenRefused: 'drop',
  parse: rowReader<'notifications', typeof NotificationRow>(NotificationRow),
  merge: newerRow,
  toRow: ({ id }) => ({ id }),
  schema: defineSchema<NotificationDocument>(
    'notifications',
    UUID_LENGTH,
    {
      user_id: anyText,
      type: anyText,
      title: anyText,
      message: anyText,
      link: anyText,
      priority: anyText,
      sender_id: anyText,
      metadata: object,
      is_read: boolean,
      read_edited_at: number,
      is_deleted: boolean,
      deleted_edited_at: number,
      notification_group: anyText,
      is_premium_only: boolean,
      created_at: anyText,
      updated_at: anyText,
      recent_key: text(RECENT_KEY_LENGTH),
    },
    [
      ['is_deleted', 'recent_key'],
      ['is_deleted', 'is_read'],
    ],
    'none',
  ),
}
