// @vitest-environment jsdom
import { render } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RelativeTime, relativeTime } from './relative-time.tsx'

const NOW = Date.parse('2026-11-21T12:00:00+09:00')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [0, 'たった今'],
  [12 * MINUTE, '12分前'],
  [3 * HOUR, '3時間前'],
  [23 * HOUR, '23時間前'],
  [25 * HOUR, '昨日'],
  [36 * HOUR, '昨日'],
  [37 * HOUR, '2日前'],
  [5 * 24 * HOUR, '5日前'],
  [30 * 24 * HOUR, '10月22日'],
  [400 * 24 * HOUR, '2025年10月17日'],
])('%i ms ago is %s', (age, text) => expect(relativeTime(NOW - age, NOW)).toBe(text))

test.each([-9e15, 9e15, 8.64e15, Number.NaN, Number.POSITIVE_INFINITY, '', '昨日', '294276-01-01T00:00:00Z'])(
  'nothing is shown of %s, which no calendar knows',
  (time) => expect(render(<RelativeTime time={time} />).container.textContent).toBe(''),
)

test('whatever a time is, the page stays', () => {
  const anything = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ min: -9e15, max: 9e15 }),
    fc.string(),
  )
  fc.assert(
    fc.property(anything, (time) => {
      render(<RelativeTime time={time} />).unmount()
    }),
  )
})
