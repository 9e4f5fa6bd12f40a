import { invalidRange } from '../errors/request-errors.ts'
import type { RowRange } from '../query-string/ast.ts'

/** The rows that both the `Range` header (`0-9`, `10-`; of GET only) and `limit`/`offset` ask for. */
export function requestedRange(method: string, header: string | null, asked: RowRange): RowRange {
  const ofHeader = method === 'GET' ? /^(\d{1,15})-(\d{0,15})$/.exec(header ?? '') : null
  if (ofHeader === null || asked.limit === 0) return asked
  const [, first = '0', last = ''] = ofHeader
  if (last !== '' && Number(last) < Number(first)) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const offset = Math.max(Number(first), asked.offset)
  const end = Math.min(last === '' ? Infinity : Number(last) + 1, endOf(asked))
  if (end <= offset) throw invalidRange('Limit should be greater than or equal to zero.')
  return { offset, limit: end === Infinity ? null : end - offset }
}

function endOf({ offset, limit }: RowRange): number {
  return limit === null ? Infinity : offset + limit
}

/** At most `maxRows` of them. */
export function capped(range: RowRange, maxRows: number): RowRange {
  return { ...range, limit: Math.min(range.limit ?? maxRows, maxRows) }
}

/** Which rows an answer holds, of how many: `0-9/100`; a star stands for no rows and for an unknown total. */
export function contentRange(first: number, last: number, total: number | null): string {
  const range = total !== 0 && first <= last ? `${first}-${last}` : '*'
  return `${range}/${total ?? '*'}`
}

/** 206 for a part of a known total, 416 for an offset behind it. */
export function rangeStatus(first: number, last: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200
  if (first > total) return 416
  return last - first + 1 < total ? 206 : 200
}
