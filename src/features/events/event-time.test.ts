import { expect, test } from 'vitest'
import { endAfterMove, localTime, msOfLocal, rangeInJapan, timeRange } from './event-time.ts'

const NOW = new Date(2026, 10, 1).getTime()
const at = (month: number, day: number, hour: number, year = 2026): string =>
  new Date(year, month - 1, day, hour, 5).toISOString()

test('from when to when, by the device’s clock', () => {
  expect(timeRange({ starts_at: at(12, 1, 19), ends_at: at(12, 1, 21) }, NOW)).toBe(
    '12月1日(火) 19:05〜21:05',
  )
  expect(timeRange({ starts_at: at(12, 1, 19), ends_at: at(12, 2, 9) }, NOW)).toBe(
    '12月1日(火) 19:05〜12月2日(水) 9:05',
  )
  expect(timeRange({ starts_at: at(1, 1, 9, 2027), ends_at: at(1, 1, 10, 2027) }, NOW)).toBe(
    '2027年1月1日(金) 9:05〜10:05',
  )
})

test('and in Japan, on a device that is elsewhere', () => {
  const times = { starts_at: '2026-12-01T14:00:00Z', ends_at: '2026-12-01T16:00:00Z' }
  const isJapan = new Date(times.starts_at).getTimezoneOffset() === -540
  expect(rangeInJapan(times)).toBe(isJapan ? null : '12月1日(火) 23:00〜12月2日(水) 1:00')
})

test('a field takes a time and gives it back, and nothing else is one', () => {
  const time = new Date(2026, 2, 4, 9, 5).getTime()
  expect(localTime(time)).toBe('2026-03-04T09:05')
  expect(msOfLocal(localTime(time))).toBe(time)
  expect([localTime(null), msOfLocal(''), msOfLocal('2026-03'), msOfLocal('2026-13-40T99:99')]).toEqual([
    '',
    null,
    null,
    null,
  ])
})

test.each([
  ['past the end', '2026-12-05T23:00', '2026-12-06T01:30'],
  ['to an earlier day', '2026-12-01T19:00', '2026-12-01T21:30'],
  // What a field holds while a year is typed
  ['to a year of one digit', '0002-12-05T19:00', '0002-12-05T21:30'],
  ['away', '', '2026-12-05T21:30'],
])('a start moved %s takes the end along', (_, starts, ends) => {
  expect(endAfterMove({ starts: '2026-12-05T19:00', ends: '2026-12-05T21:30' }, starts)).toBe(ends)
})

test.each([
  ['missing', ''],
  ['before the start', '2026-12-05T18:00'],
])('an end that is %s stays', (_, ends) => {
  expect(endAfterMove({ starts: '2026-12-05T19:00', ends }, '2026-12-06T19:00')).toBe(ends)
})
