import { grouped } from '#ui/japanese-number.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000

/** 0 B, 12.3 MB, 1.5 GB: three figures at most. */
export function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / STEP ** power
  const shown = grouped(Number(value.toPrecision(3)))
  return `${shown} ${UNITS[power] ?? 'B'}`
}
