import type { SyncedDocument } from './definition.ts'

/** Compares two epochs "realm.user" by number. */
export function compareEpochs(a: string, b: string): number {
  const [realmA = 0, userA = 0] = a.split('.').map(Number)
  const [realmB = 0, userB = 0] = b.split('.').map(Number)
  return realmA - realmB || userA - userB
}

/** The larger of two times or texts; an absent one is the smallest. */
export function later(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined) return b
  if (b === undefined) return a
  return a >= b ? a : b
}

/** Compares two texts by code point, as the server does (collation "C"); JavaScript's own order differs beyond U+FFFF. */
export function compareTexts(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  for (const [index, char] of left.entries()) {
    const difference = (char.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** A JSON value as PostgreSQL writes jsonb as text: shorter keys first, then by bytes; so that a tie falls alike on the device and on the server. */
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

/** Text of a value that does not depend on the order of its keys; undefined and absent are alike. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/**
 * Completes a join: `row_version` is that of an input whose content is already the joined content, else 0. So a joined document counts as saved
 * only when the server has exactly this content. `content` picks what is joined.
 */
export function withVersion<Doc extends SyncedDocument>(
  joined: Doc,
  inputs: readonly [Doc, Doc],
  content: (doc: Doc) => unknown,
): Doc {
  const wanted = canonical(content(joined))
  const versions = inputs
    .filter((doc) => canonical(content(doc)) === wanted)
    .map(({ row_version }) => row_version)
  const [a, b] = inputs
  return {
    ...joined,
    row_version: Math.max(0, ...versions),
    sync_epoch: compareEpochs(a.sync_epoch, b.sync_epoch) >= 0 ? a.sync_epoch : b.sync_epoch,
  }
}

/** The join of documents that only the server writes: the newer row; a tie goes to the larger text, so that the order of joining cannot matter. */
export function newerRow<Doc extends SyncedDocument>(mine: Doc, theirs: Doc): Doc {
  const order = compareEpochs(mine.sync_epoch, theirs.sync_epoch) || mine.row_version - theirs.row_version
  if (order !== 0) return order > 0 ? mine : theirs
  return canonical(mine) >= canonical(theirs) ? mine : theirs
}
