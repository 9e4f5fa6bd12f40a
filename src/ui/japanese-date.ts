// By hand and not by Intl, for the same reason as numbers (japanese-number.ts). Moments in ms; days as Japan has them since 1970.

/** Whose calendar and clock: the device's, Japan's (it has no summer time), or Greenwich's, by which a day without a time is named. */
type Zone = 'device' | 'japan' | 'utc'

const DAY_MS = 86_400_000
/** The last moment that a Date can hold. */
const LATEST_MS = 8.64e15
const JAPAN_AHEAD_MS = 9 * 3_600_000
const WEEKDAYS = '日月火水木金土'

/** Can a calendar show this moment, whatever the zone? */
export const isShowable = (at: number): boolean => Math.abs(at) <= LATEST_MS - DAY_MS

const dayNumber = (at: number): number => Math.floor((at + JAPAN_AHEAD_MS) / DAY_MS)

/** How many midnights of Japan lie between two moments: 1 from yesterday until today. Negative from a later day. */
export const daysBetween = (from: number, to: number): number => dayNumber(to) - dayNumber(from)

const two = (value: number): string => String(value).padStart(2, '0')

const aheadMs = (at: number, zone: Zone): number => {
  if (zone === 'device') return new Date(at).getTimezoneOffset() * -60_000
  return zone === 'japan' ? JAPAN_AHEAD_MS : 0
}

/** What a calendar and a clock show there. */
function read(at: number, zone: Zone) {
  const there = new Date(at + aheadMs(at, zone))
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
    weekday: WEEKDAYS.charAt(there.getUTCDay()),
    hour: there.getUTCHours(),
    minute: there.getUTCMinutes(),
  }
}

/** 12月3日 */
export function monthDay(at: number, zone: Zone = 'device'): string {
  const { month, day } = read(at, zone)
  return `${month}月${day}日`
}

/** 2026年12月3日 */
export const longDate = (at: number, zone: Zone = 'device'): string =>
  `${read(at, zone).year}年${monthDay(at, zone)}`

/** 2026/12/03 */
export function shortDate(at: number, zone: Zone = 'device'): string {
  const { year, month, day } = read(at, zone)
  return `${year}/${two(month)}/${two(day)}`
}

/** 木 */
export const weekday = (at: number, zone: Zone = 'device'): string => read(at, zone).weekday

/** 12月3日(木) */
export const monthDayOfWeek = (at: number, zone: Zone = 'device'): string =>
  `${monthDay(at, zone)}(${weekday(at, zone)})`

/** 2026年12月3日(木) */
export const longDateOfWeek = (at: number, zone: Zone = 'device'): string =>
  `${longDate(at, zone)}(${weekday(at, zone)})`

/** 9:05 */
export function clockTime(at: number, zone: Zone = 'device'): string {
  const { hour, minute } = read(at, zone)
  return `${hour}:${two(minute)}`
}

/** 2026/12/03 9:05 */
export const shortMoment = (at: number, zone: Zone = 'device'): string =>
  `${shortDate(at, zone)} ${clockTime(at, zone)}`

/** 2026年12月3日 9:05 */
export const longMoment = (at: number, zone: Zone = 'device'): string =>
  `${longDate(at, zone)} ${clockTime(at, zone)}`
