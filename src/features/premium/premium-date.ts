import { longDate as dateIn } from '#ui/japanese-date.ts'

/** `2026年12月23日`, as it is in Japan. `at`: ISO 8601. */
export const longDate = (at: string): string => dateIn(Date.parse(at), 'japan')
