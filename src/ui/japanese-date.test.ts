import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import {
  clockTime,
  isShowable,
  longDate,
  longDateOfWeek,
  longMoment,
  monthDay,
  monthDayOfWeek,
  shortDate,
  shortMoment,
  weekday,
} from './japanese-date.ts'

const moment = fc.integer({ min: 0, max: Date.UTC(2100, 0) })
const ZONES = [
  ['utc', 'UTC'],
  ['japan', 'Asia/Tokyo'],
  ['device', undefined],
] as const
const WAYS: [(at: number, zone: (typeof ZONES)[number][0]) => string, Intl.DateTimeFormatOptions][] = [
  [monthDay, { month: 'long', day: 'numeric' }],
  [longDate, { dateStyle: 'long' }],
  [shortDate, { dateStyle: 'medium' }],
  [weekday, { weekday: 'short' }],
  [monthDayOfWeek, { month: 'long', day: 'numeric', weekday: 'short' }],
  [longDateOfWeek, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'short' }],
  [shortMoment, { dateStyle: 'medium', timeStyle: 'short' }],
  [clockTime, { timeStyle: 'short' }],
  [longMoment, { dateStyle: 'long', timeStyle: 'short' }],
]

afterEach(() => vi.unstubAllEnvs())

// New York has summer time, Eucla quarters of an hour
test.each(['Asia/Tokyo', 'America/New_York', 'Australia/Eucla', 'UTC'])(
  'a moment is told as Intl tells it, on a device in %s',
  (place) => {
    vi.stubEnv('TZ', place)
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(place)
    for (const [tell, options] of WAYS)
      for (const [zone, timeZone] of ZONES) {
        const intl = new Intl.DateTimeFormat('ja-JP', { ...options, ...(timeZone && { timeZone }) })
        fc.assert(
          fc.property(moment, (at) => {
            expect(tell(at, zone)).toBe(intl.format(at))
          }),
        )
      }
  },
)

test.each([
  [0, true],
  [-1, true],
  [8.64e15 - 86_400_000, true],
  [8.64e15, false],
  [-9e15, false],
  [Number.NaN, false],
])('a calendar can show %d: %s', (at, can) => {
  expect(isShowable(at)).toBe(can)
  for (const [tell] of WAYS) for (const [zone] of ZONES) if (can) expect(tell(at, zone)).not.toContain('NaN')
})
