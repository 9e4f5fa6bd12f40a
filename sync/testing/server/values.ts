/** How PostgreSQL refuses: its SQLSTATE, and the constraint that was violated. */
export class Failure extends Error {
  readonly state: string
  readonly constraint: string
  constructor(state: string, constraint = '') {
    super(`${state} ${constraint}`)
    this.state = state
    this.constraint = constraint
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const TRUE = ['t', 'true', 'y', 'yes', 'on', '1']
const FALSE = ['f', 'false', 'n', 'no', 'off', '0']
const BIGINT_MAX = 2 ** 63

// JSON as jsonb_to_recordset reads it into a column: null for a null or an absent key.

export function text(json: unknown): string | null {
  if (json === undefined || json === null) return null
  return typeof json === 'string' ? json : jsonbText(json)
}

export function uuid(json: unknown): string | null {
  const given = text(json)
  if (given === null) return null
  if (!UUID.test(given)) throw new Failure('22P02')
  return given.toLowerCase()
}

export function bigint(json: unknown): number | null {
  const given = text(json)
  if (given === null) return null
  const isNumber = typeof json === 'number'
  if (isNumber ? !Number.isInteger(json) : !/^\s*[+-]?\d+\s*$/.test(given)) throw new Failure('22P02')
  if (Math.abs(Number(given)) >= BIGINT_MAX) throw new Failure('22003')
  return Number(given)
}

/** A `numeric(2, 1)`. */
export function score(json: unknown): number | null {
  const given = text(json)
  if (given === null) return null
  const value = Number(given)
  if (given.trim() === '' || Number.isNaN(value) || typeof json === 'boolean') throw new Failure('22P02')
  const rounded = (Math.sign(value) * Math.round(Number((Math.abs(value) * 10).toPrecision(12)))) / 10
  if (Math.abs(rounded) >= 10) throw new Failure('22003')
  return rounded
}

export function boolean(json: unknown): boolean | null {
  const given = text(json)?.trim().toLowerCase()
  if (given === undefined) return null
  if (TRUE.includes(given)) return true
  if (FALSE.includes(given)) return false
  throw new Failure('22P02')
}

/** A `timestamptz` in whole ms, as PostgreSQL writes it into JSON. */
export function timestamp(json: unknown): string | null {
  const given = text(json)
  if (given === null) return null
  const time = Date.parse(given)
  if (typeof json !== 'string' || Number.isNaN(time)) throw new Failure('22007')
  return timeText(time)
}

/** A moment (ms) as PostgreSQL writes a `timestamptz` into JSON, in UTC. */
export function timeText(ms: number): string {
  const [seconds, fraction = ''] = new Date(ms).toISOString().slice(0, -1).split('.')
  const digits = fraction.replace(/0+$/, '')
  return digits === '' ? `${seconds}+00:00` : `${seconds}.${digits}+00:00`
}

/** Texts in the order of collation "C": by code point, which UTF-16's own order is not beyond U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const [left, right] = [Array.from(a), Array.from(b)]
  const at = left.findIndex((char, index) => char !== right[index])
  if (at === -1) return -1
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1)
}

/** `jsonb::text`: shorter keys first, then by bytes. */
export function jsonbText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(
    ([a], [b]) => byteLength(a) - byteLength(b) || compareText(a, b),
  )
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}: ${jsonbText(item)}`).join(', ')}}`
}

const encoder = new TextEncoder()
export const byteLength = (given: string): number => encoder.encode(given).length
/** `length(text)`: code points. */
export const charLength = (given: string): number => Array.from(given).length
/** `left(text, n)`. */
export const leftOf = (given: string, chars: number): string => Array.from(given).slice(0, chars).join('')
