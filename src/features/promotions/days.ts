import { addDays, type Day } from '#domain/day.ts'
import { longDateOfWeek, monthDayOfWeek } from '#ui/japanese-date.ts'

/** YYYY-MM. */
export type Month = string

const WEEK_DAYS = 7

export const monthOf = (day: Day): Month => day.slice(0, 7)

export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The same day of another month; its last day where it has not so many. */
export function inMonth(day: Day, month: Month): Day {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const wanted = `${month}-${day.slice(8)}`
  return wanted < last ? wanted : last
}

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** A month as a calendar shows it: weeks from Sunday on, null where another month's days would be. */
export function weeksOf(month: Month): (Day | null)[][] {
  const first = `${month}-01`
  const days: (Day | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let day = first; monthOf(day) === month; day = addDays(day, 1)) days.push(day)
  while (days.length % WEEK_DAYS > 0) days.push(null)
  return Array.from({ length: days.length / WEEK_DAYS }, (_, week) =>
    days.slice(week * WEEK_DAYS, (week + 1) * WEEK_DAYS),
  )
}

// A day is named by its beginning in Greenwich, whatever the device's zone
const beginning = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
/** 12月3日(木) */
export const shortDay = (day: Day): string => monthDayOfWeek(beginning(day), 'utc')
/** 2026年12月3日(木) */
export const fullDay = (day: Day): string => longDateOfWeek(beginning(day), 'utc')
/** 2026年12月 */
export function monthName(month: Month): string {
  const [year, number] = month.split('-').map(Number)
  return `${year}年${number}月`
}
