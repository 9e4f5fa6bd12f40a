import { afterEach, expect, test } from 'vitest'
import { isPast, serverTime } from '#domain/server-time.ts'
import { clockOffset, deviceNow, learnClockOffset, serverNow } from './clock.ts'

afterEach(() => learnClockOffset(0, 0))

const HOUR_MS = 3_600_000
const after = (ms: number): string => new Date(deviceNow() + ms).toISOString()

test('the time of the server is the device’s where nothing was measured', () => {
  expect(Math.abs(serverNow() - deviceNow())).toBeLessThan(1_000)
})

test.each([3, -48, 400 * 24])(
  'an end is judged by the server on a device that is %d hours ahead',
  (hours) => {
    const end = after(-hours * HOUR_MS + HOUR_MS)
    learnClockOffset(-hours * HOUR_MS, 1_000)
    expect([isPast(end, serverNow()), isPast(end, serverTime(serverNow(), 2 * HOUR_MS))]).toEqual([
      false,
      true,
    ])
  },
)

test('a measurement that may be wrong by more than it differs changes nothing', () => {
  learnClockOffset(HOUR_MS, 1_000)
  learnClockOffset(HOUR_MS + 20_000, 30_000)
  expect(clockOffset.read()).toBe(HOUR_MS)
})
