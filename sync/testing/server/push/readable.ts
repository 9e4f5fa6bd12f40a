import { bigint, boolean, Failure, text, timestamp, uuid } from '../values.ts'
import type { PushedRow } from './row-answers.ts'

type Read = (json: unknown) => unknown
type Columns = { key?: string; columns: Record<string, Read> }

function numeric(json: unknown): void {
  const given = text(json)
  if (given !== null && (given.trim() === '' || Number.isNaN(Number(given)))) throw new Failure('22P02')
}

/** `private.push_columns`. */
const READS: Record<string, Columns> = {
  relations: {
    columns: {
      user_id: uuid,
      other_id: uuid,
      is_blocked: boolean,
      blocked_edited_at: bigint,
      liking_edited_at: bigint,
      answered_at: bigint,
      reported_at: bigint,
    },
  },
  settings: { key: 'name', columns: { user_id: uuid, edited_at: bigint } },
  history: {
    key: 'video_id',
    columns: {
      user_id: uuid,
      video_id: uuid,
      viewed_at: timestamp,
      is_deleted: boolean,
      edited_at: bigint,
    },
  },
  favorites: {
    key: 'video_id',
    columns: { user_id: uuid, video_id: uuid, is_favorite: boolean, edited_at: bigint, added_at: bigint },
  },
  ratings: {
    key: 'video_id',
    columns: {
      user_id: uuid,
      overall: numeric,
      clarity: numeric,
      entertainment: numeric,
      originality: numeric,
      quality: numeric,
      reliability: numeric,
      usefulness: numeric,
      is_deleted: boolean,
    },
  },
  notification_reads: {
    key: 'id',
    columns: {
      id: uuid,
      user_id: uuid,
      is_read: boolean,
      read_edited_at: bigint,
      is_deleted: boolean,
      deleted_edited_at: bigint,
    },
  },
  messages: {
    columns: { id: uuid, conversation_id: uuid, sender_id: uuid, sent_at: bigint, is_deleted: boolean },
  },
  conversations: { columns: { id: uuid, read_seq: bigint } },
}

/** `private.is_readable`. */
export function isReadable(noun: string, me: string, row: unknown): row is PushedRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false
  const { key, columns } = READS[noun] ?? { columns: {} }
  const values: PushedRow = { ...row }
  const isOwn = (values['user_id'] ?? me) === me
  if (key !== undefined && isOwn && (values[key] ?? null) === null) return false
  try {
    for (const [name, read] of Object.entries(columns)) read(values[name])
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
