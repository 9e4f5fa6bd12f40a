import * as v from 'valibot'
import { Secrets } from '../gateway/keys.ts'

/** Of which schemas rows are kept. Left out: what is in flight (realtime) and what belongs to this machine (local_stack). */
export const SCHEMAS = [
  'auth',
  'private',
  'public',
  'storage',
  'stripe_stand_in',
  'supabase_migrations',
] as const
/** Beside the keys: what browsers subscribe to pushes with. */
export const PUSH_KEYS = 'vapid.json'

/**
 * A backup is a gzipped file of lines, each a JSON value: first what it is, then in any order tables with their rows (each a list of texts, in the order of the columns, as
 * PostgreSQL writes them), sequences and stored files, and last its end, without which it is not whole.
 */
export const Head = v.object({
  mirutomo: v.literal('backup 1'),
  made_at: v.string(),
  /** What was applied: the version and a hash of the statements. */
  migrations: v.array(v.object({ version: v.string(), hash: v.string() })),
  secrets: Secrets,
  push_keys: v.nullable(v.string()),
})
export type Head = v.InferOutput<typeof Head>

export const Part = v.union([
  v.strictObject({ table: v.string(), columns: v.array(v.string()) }),
  v.strictObject({ rows: v.array(v.array(v.nullable(v.string()))) }),
  v.strictObject({ sequence: v.string(), last: v.nullable(v.string()) }),
  v.strictObject({ file: v.pipe(v.string(), v.uuid()), base64: v.string() }),
  v.strictObject({ end: v.literal(true) }),
])
export type Part = v.InferOutput<typeof Part>
