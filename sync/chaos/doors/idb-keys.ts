export type Key = number | string | Date | Key[]
export type KeyPath = string | string[] | null

const rank = (key: unknown): number =>
  typeof key === 'number'
    ? 1
    : key instanceof Date
      ? 2
      : typeof key === 'string'
        ? 3
        : Array.isArray(key)
          ? 5
          : 0

export function isKey(value: unknown): value is Key {
  if (Array.isArray(value)) return value.every(isKey)
  return rank(value) > 0 && !Number.isNaN(value instanceof Date ? value.getTime() : value)
}

/** IndexedDB's order: numbers, dates, texts, lists. */
export function compareKeys(a: Key, b: Key): number {
  const [rankA, rankB] = [rank(a), rank(b)]
  if (rankA !== rankB) return rankA - rankB
  if (Array.isArray(a) && Array.isArray(b)) {
    for (const [index, item] of a.entries()) {
      const other = b[index]
      if (other === undefined) return 1
      const order = compareKeys(item, other)
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  return a < b ? -1 : a > b ? 1 : 0
}

/** The key of a value at a path, undefined when it has none. */
export function keyAt(value: unknown, path: KeyPath): Key | undefined {
  if (path === null) return undefined
  if (Array.isArray(path)) {
    const keys = path.map((part) => keyAt(value, part))
    return keys.every((key) => key !== undefined) ? keys : undefined
  }
  let at: unknown = value
  for (const part of path.split('.')) {
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined
  }
  return isKey(at) ? at : undefined
}

const bad = (): DOMException => new DOMException('not a valid key or range', 'DataError')

/** IDBKeyRange */
export class KeyRange {
  readonly lower: Key | undefined
  readonly upper: Key | undefined
  readonly lowerOpen: boolean
  readonly upperOpen: boolean
  constructor(lower: Key | undefined, upper: Key | undefined, lowerOpen: boolean, upperOpen: boolean) {
    this.lower = lower
    this.upper = upper
    this.lowerOpen = lowerOpen
    this.upperOpen = upperOpen
  }
  includes(key: Key): boolean {
    if (this.lower !== undefined) {
      const order = compareKeys(key, this.lower)
      if (order < 0 || (order === 0 && this.lowerOpen)) return false
    }
    if (this.upper === undefined) return true
    const order = compareKeys(key, this.upper)
    return order < 0 || (order === 0 && !this.upperOpen)
  }
  static only(key: unknown): KeyRange {
    if (!isKey(key)) throw bad()
    return new KeyRange(key, key, false, false)
  }
  static lowerBound(key: unknown, open = false): KeyRange {
    if (!isKey(key)) throw bad()
    return new KeyRange(key, undefined, open, true)
  }
  static upperBound(key: unknown, open = false): KeyRange {
    if (!isKey(key)) throw bad()
    return new KeyRange(undefined, key, true, open)
  }
  static bound(lower: unknown, upper: unknown, lowerOpen = false, upperOpen = false): KeyRange {
    if (!isKey(lower) || !isKey(upper)) throw bad()
    const order = compareKeys(lower, upper)
    if (order > 0 || (order === 0 && (lowerOpen || upperOpen))) throw bad()
    return new KeyRange(lower, upper, lowerOpen, upperOpen)
  }
  /** What a request was given to choose records: nothing, a key, or a range. */
  static of(query: unknown): KeyRange {
    if (query === undefined || query === null) return new KeyRange(undefined, undefined, true, true)
    return query instanceof KeyRange ? query : KeyRange.only(query)
  }
}
