/** Names less alike than this are no suggestion. */
const MIN_LIKENESS = 0.5

/** The name most like `wanted`, for hints; null when none is like it, or when it is among them. */
export function closestName(wanted: string, names: Iterable<string>): string | null {
  let best: { name: string; likeness: number } | null = null
  for (const name of names) {
    if (name === wanted) return null
    const likeness = 1 - editDistance(wanted, name) / Math.max(wanted.length, name.length, 1)
    if (likeness >= MIN_LIKENESS && likeness > (best?.likeness ?? 0)) best = { name, likeness }
  }
  return best?.name ?? null
}

/** Levenshtein's distance, a row of the table at a time. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const substituted = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current[column] = Math.min(substituted, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
