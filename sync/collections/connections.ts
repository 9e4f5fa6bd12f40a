import * as v from 'valibot'
import { anyText, type CollectionDefinition, defineSchema, UUID_LENGTH } from './definition.ts'
import { newerRow } from './join.ts'
import { rowReader, SYNCED } from './row.ts'

const STATUSES = ['none', 'pending', 'connected', 'rejected'] as const

const ConnectionRow = v.object({
  ...SYNCED,
  id: v.string(),
  user_id: v.string(),
  connected_user_id: v.string(),
  status: v.picklist(STATUSES),
  created_at: v.exactOptional(v.string()),
  updated_at: v.exactOptional(v.string()),
})

/** `user_id` was asked, `connected_user_id` asked. */
export type ConnectionDocument = v.InferOutput<typeof ConnectionRow>

export const connections: CollectionDefinition<ConnectionDocument> = {
  direction: 'pull',
  whenRefused: 'drop',
  parse: rowReader<'connections', typeof ConnectionRow>(ConnectionRow),
  merge: newerRow,
  toRow: ({ id }) => ({ id }),
  schema: defineSchema<ConnectionDocument>(
    'connections',
    UUID_LENGTH,
    {
      user_id: anyText,
      connected_user_id: anyText,
      status: anyText,
      created_at: anyText,
      updated_at: anyText,
    },
    [],
    'none',
  ),
}
