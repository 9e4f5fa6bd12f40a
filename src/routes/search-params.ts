import * as v from 'valibot'
import { QUERY_MAX_LENGTH } from '#domain/limits.ts'

const PAGE_MAX = 10_000

/** `?page=`: a whole number from 1; anything else is page 1. */
export const pageParam = v.optional(
  v.fallback(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(1),
      v.maxValue(PAGE_MAX),
    ),
    1,
  ),
)
/** Control characters stand between words: the server takes no U+0000. */
const plainText = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim()),
)
export const textParam = v.optional(v.fallback(plainText, ''))

/** What is searched for, of which the server reads no more; a longer address would not reach it. */
export const queryParam = v.optional(
  v.fallback(
    v.pipe(
      plainText,
      v.transform((text) => Array.from(text).slice(0, QUERY_MAX_LENGTH).join('').trim()),
    ),
    '',
  ),
)

/** The address carries plain text: `?q=123` is the text 123, and nothing is written as JSON. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
