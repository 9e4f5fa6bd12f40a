import { shortDate, shortMoment } from '#ui/japanese-date.ts'

/** The day of a moment (ISO 8601), by the device. */
export const dayOf = (time: string): string => shortDate(Date.parse(time))
export const momentOf = (time: string): string => shortMoment(Date.parse(time))
/** YYYY-MM-DD, wherever the device is. */
export const plainDay = (date: string): string => date.replaceAll('-', '/')
