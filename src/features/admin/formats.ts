import { clockTime, shortDate } from '#ui/japanese-date.ts'

/** The day of a moment (ISO 8601), by the device. */
export const dayOf = (time: string): string => shortDate(Date.parse(time))
export function momentOf(time: string): string {
  const at = Date.parse(time)
  return `${shortDate(at)} ${clockTime(at)}`
}
/** YYYY-MM-DD, wherever the device is. */
export const plainDay = (date: string): string => date.replaceAll('-', '/')
