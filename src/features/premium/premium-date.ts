const format = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'Asia/Tokyo' })

/** `2026年12月23日`, as it is in Japan. `at`: ISO 8601. */
export const longDate = (at: string): string => format.format(Date.parse(at))
