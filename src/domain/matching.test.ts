import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  barWidth,
  MATCH_WEIGHTS,
  MatchFeatures,
  matchingFilterOf,
  matchReasons,
  matchScore,
} from './matching.ts'
import vectors from './matching-vectors.json' with { type: 'json' }

describe('the score of a match', () => {
  test.each(vectors.map((vector) => [vector.name, vector] as const))(
    '%s',
    (_name, { features, score, reasons }) => {
      const read = v.parse(MatchFeatures, features)
      expect(matchScore(read)).toBe(score)
      expect(matchReasons(read).map(({ reason }) => reason)).toEqual(reasons)
    },
  )

  test('is at most 100', () => {
    expect(Object.values(MATCH_WEIGHTS).reduce((sum, points) => sum + points, 0)).toBe(100)
  })
})

test('a bar is never wider than its place', () => {
  expect([-20, 0, 42.5, 100, 250].map(barWidth)).toEqual([0, 0, 42.5, 100, 100])
})

test.each([
  [{ gender: 'female', age_from: 20, age_to: 30, area: '東京都', activity: 'active' }, 'female'],
  [{ age_from: 12 }, 'any'],
  [{ gender: 'nobody' }, 'any'],
  ['何か', 'any'],
  [undefined, 'any'],
])('a stored filter %j looks for gender %s', (stored, gender) => {
  expect(matchingFilterOf(stored).gender).toBe(gender)
})
