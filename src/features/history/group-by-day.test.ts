import { expect, test } from 'vitest'
import { dayLabel, groupByDay } from './group-by-day.ts'

const now = new Date(2026, 2, 3, 0, 30).getTime()
const at = (year: number, month: number, day: number, hour = 12) =>
  new Date(year, month - 1, day, hour).getTime()

test('a day ends at midnight, not after 24 hours', () => {
  expect(dayLabel(at(2026, 3, 3, 0), now)).toBe('今日')
  expect(dayLabel(at(2026, 3, 2, 23), now)).toBe('昨日')
  expect(dayLabel(at(2026, 3, 1, 23), now)).toBe('3月1日(日)')
})

test('another year is named', () => {
  expect(dayLabel(at(2025, 12, 31), now)).toBe('2025年12月31日')
})

test('a time a little ahead of this device is today', () => {
  expect(dayLabel(now + 60_000, now)).toBe('今日')
})

test('items keep their order within and across days', () => {
  const items = [at(2026, 3, 3, 0), at(2026, 3, 2, 20), at(2026, 3, 2, 8), at(2026, 2, 1)].map((viewed) => ({
    viewed_at: new Date(viewed).toISOString(),
  }))
  const groups = groupByDay(items, now)
  expect(groups.map(({ label }) => label)).toEqual(['今日', '昨日', '2月1日(日)'])
  expect(groups.flatMap(({ items: inside }) => inside)).toEqual(items)
})

test('nothing gives nothing', () => {
  expect(groupByDay([], now)).toEqual([])
})
