import * as v from 'valibot'
import type { Misread, TableName } from '#database/server-row.ts'

/** Fields of every row of the server. A row learned elsewhere than by a pull has no epoch. */
export const SYNCED = {
  row_version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sync_epoch: v.optional(v.string(), ''),
  retries: v.exactOptional(v.number()),
}

/** The last moment that a Date can hold. */
const LATEST_MS = 8.64e15

/** A time in ms since 1970, as rows have it. One that no calendar knows is the nearest that it does, so that it can be shown. */
export const TimeMs = v.pipe(v.number(), v.toMinValue(0), v.toMaxValue(LATEST_MS))

/** What a pull tells, or a device notes, beside the columns of the row's own table. */
type BesideColumns = {
  conversations: 'my_read_seq' | 'server_version'
  /** Of jsonb the generated types do not know whether null can stand there. */
  settings: 'value'
  messages: 'edited_at'
  profiles: 'area' | 'birth_date' | 'gender' | 'is_age_checked' | 'suspension'
  video_ratings: 'edited_at'
  relations: 'server_version'
}
type NotOfTable<Name extends TableName, Input> = Exclude<
  Misread<Name, Input>,
  'sync_epoch' | 'retries' | (Name extends keyof BesideColumns ? BesideColumns[Name] : never)
>

/**
 * Reads one row of a table: columns that are null are absent on the device, unknown columns are dropped. A schema
 * of what the table does not have is an error of its types.
 */
export function rowReader<Name extends TableName, Schema extends v.GenericSchema>(
  schema: Schema & ([NotOfTable<Name, v.InferInput<Schema>>] extends [never] ? unknown : never),
): (row: unknown) => v.InferOutput<Schema> | undefined {
  return (row) => {
    if (typeof row !== 'object' || row === null) return undefined
    const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
    const result = v.safeParse(schema, present)
    return result.success ? result.output : undefined
  }
}
