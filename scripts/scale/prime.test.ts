import { expect, test } from 'vitest'
import { largestPrimeUpTo } from './prime.ts'

test.each([
  [2, 2],
  [3, 3],
  [4, 3],
  [20, 19],
  [5_000, 4_999],
  [95_000, 94_999],
])('up to %i it is %i', (limit, prime) => expect(largestPrimeUpTo(limit)).toBe(prime))
