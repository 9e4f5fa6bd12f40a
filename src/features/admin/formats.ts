const yenFormat = new Intl.NumberFormat('ja-JP', { style: 'currency', currency: 'JPY' })
const dayFormat = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'medium' })
const momentFormat = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'medium', timeStyle: 'short' })

export const yen = (amount: number): string => yenFormat.format(amount)
/** The day of a moment (ISO 8601), by the device. */
export const dayOf = (time: string): string => dayFormat.format(Date.parse(time))
export const momentOf = (time: string): string => momentFormat.format(Date.parse(time))
/** YYYY-MM-DD, wherever the device is. */
export const plainDay = (date: string): string => date.replaceAll('-', '/')
