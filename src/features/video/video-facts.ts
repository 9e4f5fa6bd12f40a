import { longDate } from '#ui/japanese-date.ts'
import { compact } from '#ui/japanese-number.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

const two = (value: number): string => String(value).padStart(2, '0')

/** 3:07 or 1:02:09; undefined when the length is not known. */
export function formatDuration(seconds: number): string | undefined {
  if (!Number.isFinite(seconds) || seconds <= 0) return undefined
  const hours = Math.floor(seconds / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  const rest = two(Math.floor(seconds % MINUTE_S))
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** The length as it is read aloud. */
export function spokenDuration(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  const rest = Math.floor(seconds % MINUTE_S)
  return [hours && `${hours}時間`, minutes && `${minutes}分`, rest && `${rest}秒`].filter(Boolean).join('')
}

/** 1.2万; undefined when nobody has watched or nobody knows. */
export const formatCount = (count: number): string | undefined => (count > 0 ? compact(count) : undefined)

/** 2020年8月11日; undefined when the time is missing or unreadable. */
export function formatDate(iso: string | null | undefined): string | undefined {
  const time = Date.parse(iso ?? '')
  return Number.isFinite(time) ? longDate(time) : undefined
}

const MONTH_MS = 30.44 * 24 * HOUR_S * 1000
const YEAR_MONTHS = 12

/** How old a video is, as its age matters to a reader: 今月, 5か月前, 3年前; undefined when unknown. */
export function formatAge(iso: string | null | undefined, nowMs: number): string | undefined {
  const time = Date.parse(iso ?? '')
  if (!Number.isFinite(time)) return undefined
  const months = Math.floor((nowMs - time) / MONTH_MS)
  if (months < 1) return '今月'
  return months < YEAR_MONTHS ? `${months}か月前` : `${Math.floor(months / YEAR_MONTHS)}年前`
}
