import { expect, test } from 'vitest'
import { formatAge, formatCount, formatDate, formatDuration, spokenDuration } from './video-facts.ts'

test.each([
  [0, undefined],
  [Number.NaN, undefined],
  [59, '0:59'],
  [187, '3:07'],
  [3729, '1:02:09'],
])('a length of %d s is shown as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a length is read aloud without empty parts', () => {
  expect(spokenDuration(3729)).toBe('1時間2分9秒')
  expect(spokenDuration(3600)).toBe('1時間')
})

test('counts are short, and no count is none', () => {
  expect(formatCount(12_345)).toBe('1.2万')
  expect(formatCount(0)).toBeUndefined()
})

test('missing and unreadable dates are not shown', () => {
  expect(formatDate('2020-08-11')).toBe('2020年8月11日')
  expect(formatDate(null)).toBeUndefined()
  expect(formatDate('いつか')).toBeUndefined()
})

const now = Date.parse('2026-03-01T00:00:00Z')
test.each([
  ['2026-02-20', '今月'],
  ['2025-11-20', '3か月前'],
  ['2025-03-02', '11か月前'],
  ['2020-08-11', '5年前'],
  ['', undefined],
])('%s is %s', (date, age) => {
  expect(formatAge(date, now)).toBe(age)
})
