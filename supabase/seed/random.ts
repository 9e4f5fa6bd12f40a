import { createHash } from 'node:crypto'

/** Reproducible chance: the same name gives the same sequence on every machine. */
export type Random = {
  /** 0 ≤ n < 1 */
  next(): number
  /** low ≤ n ≤ high, whole */
  integer(low: number, high: number): number
  /** Bell curve around 0 with standard deviation 1. */
  normal(): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** `count` different items in random order, fewer when there are not that many. */
  sample<T>(items: readonly T[], count: number): T[]
}

/** sfc32, started from a hash of the name. */
export function randomFor(name: string): Random {
  const seed = createHash('sha256').update(name).digest()
  let [a, b, c, counter] = [seed.readUInt32LE(0), seed.readUInt32LE(4), seed.readUInt32LE(8), 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let warmUp = 0; warmUp < 12; warmUp++) next()

  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)]
    if (item === undefined) throw new Error(`nothing to pick from (${name})`)
    return item
  }
  return {
    next,
    integer,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability) => next() < probability,
    pick,
    sample: (items, count) =>
      items
        .map((item) => ({ item, order: next() }))
        .toSorted((one, other) => one.order - other.order)
        .slice(0, count)
        .map(({ item }) => item),
  }
}

/** A version 4 UUID that depends on nothing but its name. */
export function uuidFor(name: string): string {
  const bytes = createHash('sha256').update(`mirutomo seed ${name}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
