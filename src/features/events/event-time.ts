import { clockTime, longDateOfWeek, monthDayOfWeek, weekday } from '#ui/japanese-date.ts'

type Times = { starts_at: string; ends_at: string }

const bounds = ({ starts_at, ends_at }: Times): [Date, Date] => [new Date(starts_at), new Date(ends_at)]

/** Tells from when to when: 12月1日(火) 19:00〜21:00, with the second day where it is another. */
function range(times: Times, date: typeof monthDayOfWeek, zone: 'device' | 'japan' = 'device'): string {
  const [starts, ends] = bounds(times)
  const day = (at: Date): string => date(at.getTime(), zone)
  const clock = (at: Date): string => clockTime(at.getTime(), zone)
  const last = day(starts) === day(ends) ? '' : `${day(ends)} `
  return `${day(starts)} ${clock(starts)}〜${last}${clock(ends)}`
}

const JAPAN_OFFSET_MIN = -540

/** From when to when by the device's clock, with the year where it is not that of `nowMs`. */
export function timeRange(times: Times, nowMs: number): string {
  const years = [...bounds(times), new Date(nowMs)].map((time) => time.getFullYear())
  return range(times, new Set(years).size === 1 ? monthDayOfWeek : longDateOfWeek)
}

/** The same in Japan; null on a device whose clock is Japan's. */
export function rangeInJapan(times: Times): string | null {
  const isJapans = bounds(times).every((time) => time.getTimezoneOffset() === JAPAN_OFFSET_MIN)
  return isJapans ? null : range(times, monthDayOfWeek, 'japan')
}

/** What a calendar's leaf shows of the first day, by the device's clock. */
export function dayOf(startsAt: string): { month: string; day: string; weekday: string } {
  const time = new Date(startsAt)
  return {
    month: `${time.getMonth() + 1}月`,
    day: String(time.getDate()),
    weekday: weekday(time.getTime()),
  }
}

/** ms → what a field of date and time takes, by the device's clock; '' for none. */
export function localTime(ms: number | null): string {
  if (ms === null) return ''
  const time = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** And back; null for what is no time. */
export function msOfLocal(text: string): number | null {
  const ms = Date.parse(text)
  return /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(ms) ? ms : null
}

/** The end for a start that is moved: as long after it as before; as it was where that cannot be told. Times as fields hold them. */
export function endAfterMove({ starts, ends }: { starts: string; ends: string }, moved: string): string {
  const [startMs, endMs, movedMs] = [msOfLocal(starts), msOfLocal(ends), msOfLocal(moved)]
  if (startMs === null || endMs === null || movedMs === null || endMs <= startMs) return ends
  return localTime(movedMs + endMs - startMs)
}
