/** One row of DESIGN §8: what was measured, beside its yardstick, in one run on one machine. */
export type Figure = {
  id: string
  what: string
  measured: number
  unit: 'ratio' | 'KiB' | 'requests'
  goal: number
  detail?: string
}

const UNITS = { ratio: '', KiB: ' KiB', requests: ' requests' } as const satisfies Record<
  Figure['unit'],
  string
>

export function printFigures(figures: readonly Figure[]): void {
  for (const { id, what, measured, unit, goal, detail } of figures) {
    const verdict = measured <= goal ? 'reached' : 'not yet'
    const shown = unit === 'ratio' ? measured.toFixed(3) : String(Math.round(measured * 10) / 10)
    console.log(
      `${id}  ${what}: ${shown}${UNITS[unit]} (to reach: ≤ ${goal}${UNITS[unit]}, ${verdict})${detail ? ` · ${detail}` : ''}`,
    )
  }
}

/** The middle one; of two middles the upper. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
