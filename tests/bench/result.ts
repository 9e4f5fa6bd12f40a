import type { Chart } from './chart.ts'

/** One row of DESIGN §8: what was measured, beside its yardstick, in one run on one machine. */
export type Figure = {
  id: string
  what: string
  measured: number
  unit: Unit
  goal: number
  detail?: string
}
export type Unit = 'ratio' | 'KiB' | 'requests' | 'ms' | 'frames' | 'nodes' | 'MiB'

/** One part of the bench as it goes into RESULTS.md. */
export type Part = {
  /** Names the part on the command line, its result and its charts: `p6`. */
  part: string
  title: string
  figures: Figure[]
  /** What was done, with how many repetitions: one paragraph each. */
  notes: string[]
  tables: { head: string[]; rows: string[][] }[]
  charts: Chart[]
}

/** A part with when and where it was measured. `load`: the machine's load averages of 1 min before and after. */
export type Result = Part & { date: string; machine: string; load: [before: number, after: number] }

const UNITS = {
  ratio: '',
  KiB: ' KiB',
  requests: ' requests',
  ms: ' ms',
  frames: ' frames',
  nodes: ' nodes',
  MiB: ' MiB',
} as const satisfies Record<Unit, string>
export function shown({ measured, unit }: Pick<Figure, 'measured' | 'unit'>): string {
  const digits = unit === 'ratio' ? 2 : 1
  return `${Number(measured.toFixed(digits))}${UNITS[unit]}`
}

export const goalOf = ({ goal, unit }: Pick<Figure, 'goal' | 'unit'>): string => `≤ ${goal}${UNITS[unit]}`
export const reached = ({ measured, goal }: Pick<Figure, 'measured' | 'goal'>): boolean => measured <= goal

/** The middle one; of two middles the upper. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
