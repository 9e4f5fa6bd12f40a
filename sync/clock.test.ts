import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correctionOf, improveClock } from './clock.ts'

const DAY = 86_400_000

describe('the measured clock', () => {
  test('is exact up to half of the round trip, whatever the device says', () => {
    const ms = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(fc.integer({ min: -2 * DAY, max: 2 * DAY }), ms, ms, (offset, there, back) => {
        const sentAt = 1_000_000_000
        const estimate = improveClock(undefined, {
          sentAt,
          receivedAt: sentAt + there + back,
          serverTime: sentAt + there + offset,
        })
        expect(Math.abs(estimate.offset - offset)).toBeLessThanOrEqual(estimate.error + 1)
      }),
    )
  })

  const known = { offset: 500, error: 20, at: 1_000_000 }
  const sample = (receivedAt: number, roundTrip: number, offset: number) => ({
    sentAt: receivedAt - roundTrip,
    receivedAt,
    serverTime: receivedAt - roundTrip / 2 + offset,
  })

  test('is kept when the new sample is less exact and does not contradict', () => {
    expect(improveClock(known, sample(1_010_000, 400, 600))).toBe(known)
  })

  test('is replaced by a more exact sample', () => {
    expect(improveClock(known, sample(1_010_000, 10, 510))).toEqual({ offset: 510, error: 5, at: 1_010_000 })
  })

  test('is replaced after a long time, because clocks drift', () => {
    expect(improveClock(known, sample(known.at + DAY, 400, 600))).toMatchObject({ offset: 600 })
  })

  test('is replaced when somebody set the clock', () => {
    expect(improveClock(known, sample(1_010_000, 400, DAY))).toMatchObject({ offset: DAY })
    expect(improveClock(known, sample(1_010_000 - DAY, 400, DAY))).toMatchObject({ offset: DAY })
  })
})

describe('the correction', () => {
  test('leaves a clock alone that may well be right', () => {
    expect(correctionOf(undefined)).toBe(0)
    expect(correctionOf({ offset: 80, error: 100, at: 0 })).toBe(0)
    expect(correctionOf({ offset: -100, error: 100, at: 0 })).toBe(-0)
  })

  test('is the smallest that agrees with the measurement', () => {
    expect(correctionOf({ offset: DAY, error: 100, at: 0 })).toBe(DAY - 100)
    expect(correctionOf({ offset: -DAY, error: 100, at: 0 })).toBe(100 - DAY)
  })
})
