import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageKey, MESSAGE_KEY_LENGTH, recentKey, recentKeyOf, RECENT_KEY_LENGTH } from './keys.ts'

const time = fc.integer({ min: 0, max: 4_000_000_000_000 })
const uuid = fc.uuid({ version: 7 })

test('the later a time, the earlier its key sorts', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      expect(Math.sign(recentKey(a).localeCompare(recentKey(b)))).toBe(Math.sign(b - a))
      expect(recentKey(a)).toHaveLength(RECENT_KEY_LENGTH)
    }),
  )
})

test('a time that is none sorts last', () => {
  expect(recentKeyOf('soon') > recentKeyOf('1970-01-02T00:00:00Z')).toBe(true)
  expect(recentKeyOf(undefined) > recentKeyOf('1970-01-02T00:00:00Z')).toBe(true)
})

test('messages still on the device stand before saved ones, each with the newest first', () => {
  const seq = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(seq, seq, uuid, uuid, (first, second, a, b) => {
      expect(messageKey(0, a) < messageKey(first, b)).toBe(true)
      expect(Math.sign(messageKey(first, a).localeCompare(messageKey(second, a)))).toBe(
        Math.sign(second - first),
      )
      expect(messageKey(0, a) < messageKey(0, b)).toBe(a > b)
      expect(messageKey(0, a).length).toBeLessThanOrEqual(MESSAGE_KEY_LENGTH)
      expect(messageKey(first, a).length).toBeLessThanOrEqual(MESSAGE_KEY_LENGTH)
    }),
  )
})
