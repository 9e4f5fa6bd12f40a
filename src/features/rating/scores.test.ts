import { expect, test } from 'vitest'
import { axisEdit, axisValues, followsAxes } from './scores.ts'

test('the first axis brings an overall score with it', () => {
  expect(axisEdit({}, 'clarity', 4, true)).toEqual({ axes: { clarity: 4 }, overall: 4 })
})

test('an overall score that follows is the mean of the axes by halves', () => {
  expect(axisEdit({ clarity: 4, overall: 4 }, 'quality', 5, true)).toEqual({
    axes: { quality: 5 },
    overall: 4.5,
  })
})

test('a person’s own overall score stands', () => {
  expect(axisEdit({ clarity: 4, overall: 1 }, 'quality', 5, false)).toEqual({ axes: { quality: 5 } })
})

test('whether it follows is told by the times of the edits', () => {
  expect(followsAxes(null)).toBe(true)
  expect(followsAxes({ edited_at: { overall: 7, clarity: 3, quality: 7 } })).toBe(true)
  expect(followsAxes({ edited_at: { overall: 8, clarity: 3, quality: 7 } })).toBe(false)
  expect(followsAxes({ edited_at: { overall: 8 } })).toBe(false)
})

test('axes keep their order, and what was not given is null', () => {
  expect(axisValues({ usefulness: 2, clarity: 1 })).toEqual([1, null, null, null, null, 2])
})
