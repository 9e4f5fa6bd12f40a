import { expect, test } from 'vitest'
import { dayName } from './day-separator.ts'

const now = new Date(2026, 10, 21, 9, 30).getTime()
const name = (...parts: [number, number, number, number, number]) =>
  dayName(new Date(...parts).getTime(), now)

test('the last two days are named by what they are', () => {
  expect([name(2026, 10, 21, 0, 0), name(2026, 10, 20, 23, 59), name(2026, 10, 20, 0, 0)]).toEqual([
    '今日',
    '昨日',
    '昨日',
  ])
})

test('older days by their date, with the year when it is another', () => {
  expect(name(2026, 10, 19, 23, 59)).toBe('11月19日(木)')
  expect(name(2025, 11, 31, 12, 0)).toBe('2025年12月31日(水)')
})
