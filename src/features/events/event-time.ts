type Times = { starts_at: string; ends_at: string }

const bounds = ({ starts_at, ends_at }: Times): [Date, Date] => [new Date(starts_at), new Date(ends_at)]

/** Tells from when to when: 12月1日(火) 19:00〜21:00, with the second day where it is another. */
function ranger(more: Intl.DateTimeFormatOptions): (times: Times) => string {
  const day = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric', weekday: 'short', ...more })
  const { timeZone } = more
  const time = new Intl.DateTimeFormat('ja-JP', {
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  })
  return (times) => {
    const [starts, ends] = bounds(times)
    const last = day.format(ends)
    const first = day.format(starts)
    return `${first} ${time.format(starts)}〜${first === last ? '' : `${last} `}${time.format(ends)}`
  }
}

const inYear = ranger({})
const full = ranger({ year: 'numeric' })
const japan = ranger({ timeZone: 'Asia/Tokyo' })
const JAPAN_OFFSET_MIN = -540

/** From when to when by the device's clock, with the year where it is not that of `nowMs`. */
export function timeRange(times: Times, nowMs: number): string {
  const years = [...bounds(times), new Date(nowMs)].map((time) => time.getFullYear())
  return new Set(years).size === 1 ? inYear(times) : full(times)
}

/** The same in Japan; null on a device whose clock is Japan's. */
export function rangeInJapan(times: Times): string | null {
  const isJapans = bounds(times).every((time) => time.getTimezoneOffset() === JAPAN_OFFSET_MIN)
  return isJapans ? null : japan(times)
}

const weekday = new Intl.DateTimeFormat('ja-JP', { weekday: 'short' })

/** What a calendar's leaf shows of the first day, by the device's clock. */
export function dayOf(startsAt: string): { month: string; day: string; weekday: string } {
  const time = new Date(startsAt)
  return {
    month: `${time.getMonth() + 1}月`,
    day: String(time.getDate()),
    weekday: weekday.format(time),
  }
}

/** ms → what a field of date and time takes, by the device's clock; '' for none. */
export function localTime(ms: number | null): string {
  if (ms === null) return ''
  const time = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** And back; null for what is no time. */
export function msOfLocal(text: string): number | null {
  const ms = Date.parse(text)
  return /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(ms) ? ms : null
}
