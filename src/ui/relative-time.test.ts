import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.tsx'

const NOW = new Date(2026, 10, 21, 12, 0).getTime()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [0, 'たった今'],
  [12 * MINUTE, '12分前'],
  [3 * HOUR, '3時間前'],
  [25 * HOUR, '昨日'],
  [5 * 24 * HOUR, '5日前'],
  [30 * 24 * HOUR, '10月22日'],
  [400 * 24 * HOUR, '2025年10月17日'],
])('%i ms ago is %s', (age, text) => expect(relativeTime(NOW - age, NOW)).toBe(text))
