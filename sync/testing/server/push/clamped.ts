import type { Work } from '../work.ts'

/** A time in the future is now; or, where it brings what is stored, the time that is stored (`known`). */
export function clamped(work: Work, time: number | null, now: number, known: unknown): number {
  if (time === null) return now
  if (work.has('clamp_removed')) return time
  return time > now && typeof known === 'number' ? known : Math.min(time, now)
}
