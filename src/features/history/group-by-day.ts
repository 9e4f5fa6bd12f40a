import { longDate, monthDayOfWeek } from '#ui/japanese-date.ts'
import { COPY } from './copy.ts'

/** The day a moment falls on by the device's own calendar, as a count that grows by one a day. */
function dayOf(timeMs: number): number {
  const date = new Date(timeMs)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000
}

/** 今日, 昨日, then the date, with the year when it is another one. */
export function dayLabel(timeMs: number, nowMs: number): string {
  const age = dayOf(nowMs) - dayOf(timeMs)
  if (age <= 0) return COPY.today
  if (age === 1) return COPY.yesterday
  const inThisYear = new Date(timeMs).getFullYear() === new Date(nowMs).getFullYear()
  return inThisYear ? monthDayOfWeek(timeMs) : longDate(timeMs)
}

export type DayGroup<Item> = { label: string; items: Item[] }

/** Items that are ordered newest first, cut into days; their order stays. `viewed_at`: ISO 8601. */
export function groupByDay<Item extends { viewed_at: string }>(
  items: readonly Item[],
  nowMs: number,
): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = []
  for (const item of items) {
    const label = dayLabel(Date.parse(item.viewed_at), nowMs)
    const last = groups.at(-1)
    if (last?.label === label) last.items.push(item)
    else groups.push({ label, items: [item] })
  }
  return groups
}
