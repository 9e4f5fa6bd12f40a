import { expect, test } from 'vitest'
import { median } from './result.ts'

test('the median is the middle, and nothing has none', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 3, 7])
  expect(() => median([])).toThrow('nothing was measured')
})
