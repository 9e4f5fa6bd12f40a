import { expect, test } from 'vitest'
import { beginningOf } from './day.ts'
import {
  clickRate,
  heldUntil,
  lastDayOf,
  periodFrom,
  phaseOf,
  refundOnWithdrawal,
  startableDays,
  startProblem,
  totalOf,
  type Booking,
} from './promotions.ts'
import { serverTime, timeOf } from './server-time.ts'

test('a booking ends so many days after it starts, and is shown until the day before', () => {
  const period = periodFrom('2026-12-01', 7)
  expect(period).toEqual({ start: '2026-12-01', end: '2026-12-08' })
  expect(lastDayOf(period)).toBe('2026-12-07')
})

test('the price is the day’s, as often as there are days', () => expect(totalOf(1200, 14)).toBe(16_800))

test('the earliest start is tomorrow in Japan, the latest 90 days from today', () => {
  expect(startableDays(timeOf('2026-11-30T15:30:00Z'))).toEqual({ first: '2026-12-02', last: '2027-03-01' })
})

const NOW = timeOf('2026-12-01T03:00:00Z')
const TAKEN = [{ start: '2026-12-10', end: '2026-12-17' }]
test.each([
  ['2026-12-01', 7, 'too_early'],
  ['2026-12-02', 7, null],
  ['2026-12-03', 7, null],
  ['2026-12-04', 7, 'overlap'],
  ['2026-12-03', 14, 'overlap'],
  ['2026-12-10', 7, 'taken'],
  ['2026-12-16', 7, 'taken'],
  ['2026-12-17', 30, null],
  ['2027-03-01', 30, null],
  ['2027-03-02', 7, 'too_late'],
] as const)('a start on %s for %i days: %s', (start, days, problem) => {
  expect(startProblem(start, days, TAKEN, NOW)).toBe(problem)
})

const BOOKING: Booking = {
  id: 'b',
  slot: { id: 's', name: '枠', type: 'home' },
  video: null,
  start: '2026-12-10',
  end: '2026-12-17',
  duration: 7,
  amount: 8_400,
  refunded: 0,
  status: 'active',
  paymentStatus: 'succeeded',
  createdAt: '2026-12-01T02:45:00Z',
}

test.each([
  [{ status: 'pending' }, '2026-12-01T03:14:59Z', 'pending'],
  [{ status: 'pending' }, '2026-12-01T03:15:00Z', 'settling'],
  [{}, '2026-12-09T14:59:59Z', 'upcoming'],
  [{}, '2026-12-09T15:00:00Z', 'running'],
  [{}, '2026-12-16T14:59:59Z', 'running'],
  [{}, '2026-12-16T15:00:00Z', 'ended'],
  [{ status: 'completed' }, '2026-12-17T00:00:00Z', 'ended'],
  [{ status: 'cancelled' }, '2026-12-01T03:00:00Z', 'cancelled'],
  [{ status: 'cancelled', refunded: 8_400 }, '2026-12-01T03:00:00Z', 'refunded'],
] as const)('a booking %o at %s is %s', (facts, iso, phase) => {
  expect(phaseOf({ ...BOOKING, ...facts }, timeOf(iso))).toBe(phase)
})

test('a booking is held for thirty minutes by the time at which the server made it', () => {
  expect(new Date(heldUntil(BOOKING)).toISOString()).toBe('2026-12-01T03:15:00.000Z')
})

test('who withdraws before the first day gets everything back, later nothing', () => {
  expect(refundOnWithdrawal(BOOKING, serverTime(beginningOf('2026-12-10'), -1))).toBe(8_400)
  expect(refundOnWithdrawal(BOOKING, serverTime(beginningOf('2026-12-10'), 0))).toBe(0)
})

test('a click rate needs something that was seen', () => {
  expect(clickRate({ impressions: 0, clicks: 0 })).toBeNull()
  expect(clickRate({ impressions: 40, clicks: 1 })).toBe(0.025)
})
