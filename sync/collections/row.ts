import * as v from 'valibot'

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

/** Reads one row: columns that are null are absent on the device, unknown columns are dropped. */
export function rowReader<Output>(
  schema: v.GenericSchema<unknown, Output>,
): (row: unknown) => Output | undefined {
  return (row) => {
    if (typeof row !== 'object' || row === null) return undefined
    const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
    const result = v.safeParse(schema, present)
    return result.success ? result.output : undefined
  }
}
