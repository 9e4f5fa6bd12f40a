/**
 * Compares two texts by code point, as the server does (collation "C"). JavaScript's own order differs beyond
 * U+FFFF.
 */
export function compareTexts(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  for (const [index, char] of left.entries()) {
    const difference = (char.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/**
 * A JSON value as PostgreSQL writes jsonb as text: shorter keys first, then by bytes. So a tie falls alike on the
 * device and on the server.
 */
export function jsonbText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const bytes = (key: string): number => new TextEncoder().encode(key).length
    const entries = Object.entries(value).toSorted(([a], [b]) => bytes(a) - bytes(b) || compareTexts(a, b))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}: ${jsonbText(item)}`).join(', ')}}`
  }
  return typeof value === 'number' ? decimal(value) : JSON.stringify(value)
}

/** A number without an exponent: 1e21 is 1 and 21 zeros. */
function decimal(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(JSON.stringify(value)) ?? []
  if (exponent === undefined) return JSON.stringify(value)
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
