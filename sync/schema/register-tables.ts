import { SCORES } from '#domain/rating.ts'
import type { Register, RegisterTable } from './registers.ts'

const SINCE_ARRIVAL = { editedAt: 'edited_at', withoutTime: 'now' } as const

export const FAVORITES: RegisterTable = {
  table: 'favorites',
  key: { video_id: { type: 'uuid', required: true } },
  registers: [
    {
      ...SINCE_ARRIVAL,
      fields: {
        is_favorite: { type: 'boolean' },
        added_at: { type: 'bigint', none: 'largest', before: 'the edit' },
      },
      again: ['is_favorite'],
    },
  ],
}

export const HISTORY: RegisterTable = {
  table: 'history',
  key: { video_id: { type: 'uuid', required: true } },
  registers: [
    {
      ...SINCE_ARRIVAL,
      fields: { is_deleted: { type: 'boolean', whenNone: false }, viewed_at: { type: 'timestamptz' } },
    },
  ],
}

export const SETTINGS: RegisterTable = {
  table: 'settings',
  key: { name: { type: 'text', required: true } },
  registers: [{ ...SINCE_ARRIVAL, fields: { value: { type: 'jsonb' } } }],
}

const ratingRegister = (field: string, column: Register['fields'][string]): Register => ({
  editedAt: field,
  withoutTime: 'never',
  fields: { [field]: column },
})

/** Field by field, so that two devices that rate different axes both keep what they said. */
export const RATINGS: RegisterTable = {
  table: 'video_ratings',
  key: { video_id: { type: 'text', required: true } },
  times: 'edited_at',
  registers: [
    ...SCORES.map((score) => ratingRegister(score, { type: 'numeric' })),
    ratingRegister('comment', { type: 'text', whenNone: '' }),
    ratingRegister('is_deleted', { type: 'boolean', whenNone: false }),
  ],
}

/** What a person decides about another: each decision by itself. */
export const RELATIONS: RegisterTable = {
  table: 'relations',
  key: { other_id: { type: 'uuid', required: false } },
  registers: [
    { editedAt: 'blocked_edited_at', withoutTime: 'now', fields: { is_blocked: { type: 'boolean' } } },
    {
      editedAt: 'liking_edited_at',
      withoutTime: 'never',
      fields: { liking: { type: 'text', whenNone: 'none' } },
    },
    {
      editedAt: 'answered_at',
      withoutTime: 'never',
      fields: { connection_answer: { type: 'text', whenNone: 'none' } },
    },
    {
      editedAt: 'reported_at',
      withoutTime: 'never',
      fields: { report_reason: { type: 'text', whenNone: '' }, report_body: { type: 'text', whenNone: '' } },
    },
  ],
}

/** Two marks, each by itself. The row has the id of its notification. */
export const NOTIFICATION_READS: RegisterTable = {
  table: 'notification_reads',
  copiedTo: 'notifications',
  key: { id: { type: 'uuid', required: true } },
  registers: [
    {
      editedAt: 'read_edited_at',
      withoutTime: 'never',
      fields: { is_read: { type: 'boolean', whenNone: false } },
    },
    {
      editedAt: 'deleted_edited_at',
      withoutTime: 'never',
      fields: { is_deleted: { type: 'boolean', whenNone: false } },
    },
  ],
}

/** By the noun under which a device pushes them. */
export const REGISTER_TABLES = {
  relations: RELATIONS,
  settings: SETTINGS,
  history: HISTORY,
  favorites: FAVORITES,
  ratings: RATINGS,
  notification_reads: NOTIFICATION_READS,
} as const satisfies Record<string, RegisterTable>
