import { expect, test } from 'vitest'
import { moved, wholeCrop, zoomed, zoomOf } from './avatar-crop.ts'

const WIDE = { width: 400, height: 200 }
const TALL = { width: 200, height: 400 }

test('begins with the largest square in the middle', () => {
  expect(wholeCrop(WIDE)).toEqual({ x: 100, y: 0, side: 200 })
  expect(wholeCrop(TALL)).toEqual({ x: 0, y: 100, side: 200 })
})

test('zooms about the middle, from the whole to a quarter of it', () => {
  const half = zoomed(WIDE, wholeCrop(WIDE), 2)
  expect(half).toEqual({ x: 150, y: 50, side: 100 })
  expect(zoomOf(WIDE, half)).toBe(2)
  expect(zoomed(WIDE, half, 100).side).toBe(50)
  expect(zoomed(WIDE, half, 0)).toEqual(wholeCrop(WIDE))
})

test('moves in its own sides and never leaves the picture', () => {
  const half = zoomed(WIDE, wholeCrop(WIDE), 2)
  expect(moved(WIDE, half, 0.5, -0.25)).toEqual({ x: 200, y: 25, side: 100 })
  expect(moved(WIDE, half, 9, 9)).toEqual({ x: 300, y: 100, side: 100 })
  expect(moved(WIDE, half, -9, -9)).toEqual({ x: 0, y: 0, side: 100 })
})

test('what stands out after zooming is pushed back', () => {
  const corner = moved(WIDE, zoomed(WIDE, wholeCrop(WIDE), 2), 9, 9)
  expect(zoomed(WIDE, corner, 1)).toEqual({ x: 200, y: 0, side: 200 })
})
