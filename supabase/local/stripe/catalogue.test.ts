import { expect, test } from 'vitest'
import { periodStart } from './catalogue.ts'

const seconds = (text: string): number => Date.parse(text) / 1000
const starts = (from: string, months: number, count: number): string =>
  new Date(periodStart(seconds(from), months, count) * 1000).toISOString()

test.each([
  ['2031-01-31T10:00:00Z', 1, 0, '2031-01-31T10:00:00.000Z'],
  ['2031-01-31T10:00:00Z', 1, 1, '2031-02-28T10:00:00.000Z'],
  ['2031-01-31T10:00:00Z', 1, 2, '2031-03-31T10:00:00.000Z'],
  ['2032-01-30T23:59:59Z', 1, 1, '2032-02-29T23:59:59.000Z'],
  ['2031-11-30T00:00:00Z', 3, 1, '2032-02-29T00:00:00.000Z'],
  ['2032-02-29T00:00:00Z', 12, 1, '2033-02-28T00:00:00.000Z'],
  ['2032-02-29T00:00:00Z', 12, 4, '2036-02-29T00:00:00.000Z'],
])('from %s, every %i months, period %i begins %s', (from, months, count, start) => {
  expect(starts(from, months, count)).toBe(start)
})
