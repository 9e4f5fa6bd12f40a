import * as v from 'valibot'
import { invalidResponseSetting } from '../errors/request-errors.ts'
import type { ResultRow } from '../transaction.ts'

const HeaderList = v.array(v.pipe(v.record(v.string(), v.string()), v.entries(1)))

/** Headers that SQL set through `response.headers`; they come before those of the answer itself. */
export function headersSetBySql({ headers }: ResultRow): [name: string, value: string][] {
  if (headers === null) return []
  const parsed = v.safeParse(HeaderList, jsonOrNull(headers))
  if (!parsed.success) throw invalidResponseSetting('headers')
  return parsed.output.flatMap((entry) => Object.entries(entry))
}

/** The status that SQL set through `response.status`. */
export function statusSetBySql({ status }: ResultRow): number | null {
  if (status === null) return null
  if (!/^[2-5]\d\d$/.test(status)) throw invalidResponseSetting('status')
  return Number(status)
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
