import { longDateOfWeek, monthDayOfWeek } from '#ui/japanese-date.ts'

/** The day of this device's calendar that a moment belongs to, as ms of its start. */
export const dayOf = (timeMs: number): number => new Date(timeMs).setHours(0, 0, 0, 0)

const HALF_DAY_MS = 12 * 60 * 60 * 1000

/** How a separator names the day of a message. Times in ms. */
export function dayName(timeMs: number, nowMs: number): string {
  const day = dayOf(timeMs)
  const today = dayOf(nowMs)
  if (day === today) return '今日'
  // A day may have 23 or 25 hours: half a day back is surely within yesterday.
  if (day === dayOf(today - HALF_DAY_MS)) return '昨日'
  const isOfThisYear = new Date(day).getFullYear() === new Date(today).getFullYear()
  return isOfThisYear ? monthDayOfWeek(day) : longDateOfWeek(day)
}
