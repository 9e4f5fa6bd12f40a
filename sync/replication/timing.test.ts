import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryDelay, TIMING } from './timing.ts'

test('the wait doubles up to its maximum and varies by chance within the upper half', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), chance, (attempt, random) => {
      const whole = Math.min(TIMING.retryMaxMs, TIMING.retryFirstMs * 2 ** (attempt - 1))
      const delay = retryDelay({ ...TIMING, random: () => random }, attempt)
      expect(delay).toBeGreaterThanOrEqual(whole / 2)
      expect(delay).toBeLessThanOrEqual(whole)
    }),
  )
})
