import { longDate, monthDay } from '#ui/japanese-date.ts'

const DAY_MS = 86_400_000
/** Japan has no summer time. */
const JAPAN_AHEAD_MS = 9 * 3_600_000

/** How far back the charts look, in days. */
export const PERIODS = [30, 90, 365] as const
export type Period = (typeof PERIODS)[number]

/** The last `count` days in Japan (YYYY-MM-DD), today's last. */
export const lastDays = (nowMs: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(nowMs + JAPAN_AHEAD_MS - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )

export const shortDay = (day: string): string => monthDay(Date.parse(day), 'utc')
export const longDay = (day: string): string => longDate(Date.parse(day), 'utc')

/** The last day on which something is shown that ends before `end`. */
export const lastDayOf = (end: string): string =>
  new Date(Date.parse(end) - DAY_MS).toISOString().slice(0, 10)
