/** Numbers that look random and depend on the seed alone. */
export type Random = {
  /** In [0, 1). */
  next(): number
  /** A whole number in [0, below). */
  int(below: number): number
  /** In [from, to). */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number]
  /** Another stream, whose numbers do not depend on how many were drawn from this one. */
  fork(label: string): Random
}

export function createRandom(seed: string): Random {
  let [a, b, c, d] = hashOf(seed)
  // sfc32 by Chris Doty-Humphrey, public domain
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 12; warm++) next()
  const int = (below: number): number => Math.floor(next() * below)
  return {
    next,
    int,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (items) => items[int(items.length)] ?? items[0],
    fork: (label) => createRandom(`${seed}/${label}`),
  }
}

/** Mostly an instant, sometimes as long as a request, a retry, or a walk. */
export function pause(random: Random): number {
  const kind = random.next()
  if (kind < 0.35) return random.int(6)
  if (kind < 0.75) return random.int(250)
  if (kind < 0.95) return random.int(4_000)
  return random.int(90_000)
}

/** Four words that differ widely for texts that differ little. */
function hashOf(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 597_399_067)
    b = c ^ Math.imul(b ^ code, 2_869_860_233)
    c = d ^ Math.imul(c ^ code, 951_274_213)
    d = a ^ Math.imul(d ^ code, 2_716_044_179)
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0]
}
