import { useSyncExternalStore } from 'react'
import { longDate, longMoment, monthDay } from './japanese-date.ts'
import { minuteClock } from './minute-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** たった今, 12分前, 3時間前, 昨日, 5日前, then the date. Times in ms. */
export function relativeTime(timeMs: number, nowMs: number): string {
  const age = nowMs - timeMs
  if (age < MINUTE_MS) return 'たった今'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}分前`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}時間前`
  if (age < 2 * DAY_MS) return '昨日'
  if (age < 7 * DAY_MS) return `${Math.floor(age / DAY_MS)}日前`
  const sameYear = new Date(timeMs).getFullYear() === new Date(nowMs).getFullYear()
  return sameYear ? monthDay(timeMs) : longDate(timeMs)
}

/** A moment told as its distance from now, kept current; the exact time on hover. `time` in ms or ISO 8601. */
export function RelativeTime({ time, className }: { time: number | string; className?: string }) {
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  const timeMs = typeof time === 'number' ? time : Date.parse(time)
  if (!Number.isFinite(timeMs)) return null
  return (
    <time dateTime={new Date(timeMs).toISOString()} title={longMoment(timeMs)} className={className}>
      {relativeTime(timeMs, now)}
    </time>
  )
}
