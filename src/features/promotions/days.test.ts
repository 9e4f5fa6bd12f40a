import { expect, test } from 'vitest'
import { addMonths, fullDay, inMonth, monthName, weeksOf } from './days.ts'

test('a month has whole weeks from Sunday on', () => {
  const weeks = weeksOf('2026-12')
  expect(weeks[0]).toEqual([null, null, '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05'])
  expect(weeks.at(-1)).toEqual([
    '2026-12-27',
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    null,
    null,
  ])
  expect(weeks.flat().filter((day) => day !== null)).toHaveLength(31)
})

test('February of a leap year that begins on a Sunday’s neighbour keeps its 29 days', () => {
  expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29)
})

test.each([
  ['2026-12', 1, '2027-01'],
  ['2027-01', -1, '2026-12'],
])('%s and %i months is %s', (month, months, end) => expect(addMonths(month, months)).toBe(end))

test.each([
  ['2026-12-15', '2027-01', '2027-01-15'],
  ['2027-01-31', '2027-02', '2027-02-28'],
])('%s is in %s %s', (day, month, same) => expect(inMonth(day, month)).toBe(same))

test('days and months are named in Japanese', () => {
  expect(fullDay('2026-12-03')).toBe('2026年12月3日(木)')
  expect(monthName('2026-12')).toBe('2026年12月')
})
