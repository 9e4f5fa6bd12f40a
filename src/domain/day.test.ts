import { expect, test } from 'vitest'
import { addDays, beginningOf, dayInJapan, daysBetween } from './day.ts'

test.each([
  ['2026-11-30T14:59:59Z', '2026-11-30'],
  ['2026-11-30T15:00:00Z', '2026-12-01'],
  ['2026-12-31T20:00:00Z', '2027-01-01'],
])('at %s it is %s in Japan', (iso, day) => {
  expect(dayInJapan(Date.parse(iso))).toBe(day)
})

test('a day begins in Japan nine hours before it does in Greenwich', () => {
  expect(new Date(beginningOf('2026-12-01')).toISOString()).toBe('2026-11-30T15:00:00.000Z')
})

test.each([
  ['2026-12-28', 7, '2027-01-04'],
  ['2028-02-25', 7, '2028-03-03'],
  ['2026-03-01', -1, '2026-02-28'],
])('%s and %i days is %s', (day, days, end) => expect(addDays(day, days)).toBe(end))

test.each([
  ['2026-11-20T15:00:00Z', '2026-11-21T14:59:59Z', 0],
  ['2026-11-20T14:59:59Z', '2026-11-20T15:00:00Z', 1],
  ['2026-11-19T14:59:59Z', '2026-11-20T15:00:00Z', 2],
  ['2026-11-20T15:00:00Z', '2026-11-20T14:59:59Z', -1],
])('from %s to %s days change in Japan %i times', (from, to, days) =>
  expect(daysBetween(Date.parse(from), Date.parse(to))).toBe(days),
)
