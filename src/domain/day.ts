/** A day without a time, as YYYY-MM-DD: they sort as they follow each other. */
export type Day = string

const DAY_MS = 86_400_000
/** Japan has no summer time. */
const JAPAN_AHEAD_MS = 9 * 3_600_000

/** The day that it is in Japan at this time (ms). */
export const dayInJapan = (atMs: number): Day => new Date(atMs + JAPAN_AHEAD_MS).toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** When a day begins in Japan, in ms. */
export const beginningOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) - JAPAN_AHEAD_MS

const dayNumber = (atMs: number): number => Math.floor((atMs + JAPAN_AHEAD_MS) / DAY_MS)

/** How many midnights of Japan lie between two times (ms): 1 from yesterday until today. Negative from a later day. */
export const daysBetween = (fromMs: number, toMs: number): number => dayNumber(toMs) - dayNumber(fromMs)
