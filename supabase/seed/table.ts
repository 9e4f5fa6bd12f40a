import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'

/** The rows of a CSV file of this folder, each checked. */
export function readTable<Schema extends v.GenericSchema>(
  file: string,
  row: Schema,
): v.InferOutput<Schema>[] {
  const records: unknown = parse(readFileSync(join(import.meta.dirname, file), 'utf8'), { columns: true })
  return v.parse(v.array(row), records)
}
