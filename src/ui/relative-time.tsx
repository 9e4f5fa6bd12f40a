import { useSyncExternalStore } from 'react'
import { daysBetween, isShowable, longDate, longMoment, monthDay } from './japanese-date.ts'
import { minuteClock } from './minute-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const yearInJapan = (at: number): string => longDate(at, 'japan').slice(0, -monthDay(at, 'japan').length)

/** たった今, 12分前, 3時間前, 昨日, 5日前, then the date; days are those of Japan. Times in ms, of a calendar's range. */
export function relativeTime(timeMs: number, nowMs: number): string {
  const age = nowMs - timeMs
  if (age < MINUTE_MS) return 'たった今'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}分前`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}時間前`
  const days = daysBetween(timeMs, nowMs)
  if (days === 1) return '昨日'
  if (days < 7) return `${days}日前`
  const isSameYear = yearInJapan(timeMs) === yearInJapan(nowMs)
  return isSameYear ? monthDay(timeMs, 'japan') : longDate(timeMs, 'japan')
}

/** A moment told as its distance from now, kept current; the exact time on hover. `time` in ms or ISO 8601; nothing for what no calendar can show. */
export function RelativeTime({ time, className }: { time: number | string; className?: string }) {
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  const timeMs = typeof time === 'number' ? time : Date.parse(time)
  if (!isShowable(timeMs)) return null
  return (
    <time dateTime={new Date(timeMs).toISOString()} title={longMoment(timeMs)} className={className}>
      {relativeTime(timeMs, now)}
    </time>
  )
}
