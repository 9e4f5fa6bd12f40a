import { unparsable } from '../errors/request-errors.ts'

export type QueryPair = readonly [key: string, value: string]

/**
 * Splits a raw query string into decoded pairs, in order. Stricter than `URLSearchParams`: what is not UTF-8, and
 * U+0000, which PostgreSQL's text cannot hold, are refused instead of being replaced.
 */
export function decodeQuery(raw: string): QueryPair[] {
  return raw
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=')
      return equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
    })
}

function decode(encoded: string): string {
  const decoded = decodePercent(encoded.replaceAll('+', ' '))
  if (decoded === null) throw undecodable(encoded, 'percent-encoded UTF-8')
  if (decoded.includes('\0')) throw undecodable(encoded, 'text without the null character')
  return decoded
}

function decodePercent(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

function undecodable(encoded: string, expected: string): Error {
  return unparsable(`query string (${encoded})`, { line: 1, column: 1 }, `expecting ${expected}`)
}

/** The same pairs sorted by key and encoded again. */
export function canonicalQuery(pairs: readonly QueryPair[]): string {
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')
}
