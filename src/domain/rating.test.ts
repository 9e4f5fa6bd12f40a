import { describe, expect, test } from 'vitest'
import { isScore, SCORE_VALUES, suggestedOverall } from './rating.ts'

describe('a score', () => {
  test('is one of the half steps from 1 to 5', () => {
    expect(SCORE_VALUES.every(isScore)).toBe(true)
    expect([0, 0.5, 5.5, 1.25, 3.1, Number.NaN, Number.POSITIVE_INFINITY, '3', null].some(isScore)).toBe(
      false,
    )
  })
})

describe('the suggested overall score', () => {
  test('is the mean of the axes given so far, rounded to half a point', () => {
    expect(suggestedOverall({})).toBeUndefined()
    expect(suggestedOverall({ clarity: 4 })).toBe(4)
    expect(suggestedOverall({ clarity: 5, entertainment: 4, quality: 4 })).toBe(4.5)
    expect(suggestedOverall({ clarity: 1, usefulness: 5 })).toBe(3)
  })
})
