import { addDays, type Day, dayInJapan } from '#domain/day.ts'
import { longDate, monthDay } from '#ui/japanese-date.ts'

/** How far back the charts look, in days. */
export const PERIODS = [30, 90, 365] as const
export type Period = (typeof PERIODS)[number]

/** The last `count` days in Japan, today's last. */
export function lastDays(nowMs: number, count: number): Day[] {
  const today = dayInJapan(nowMs)
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count))
}

export const shortDay = (day: string): string => monthDay(Date.parse(day), 'utc')
export const longDay = (day: string): string => longDate(Date.parse(day), 'utc')

/** The last day on which something is shown that ends before `end`. */
export const lastDayOf = (end: Day): Day => addDays(end, -1)
