// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { countOpening } from './openings.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('openings are counted on, over restarts of the app, until the account leaves', () => {
  expect([countOpening(), countOpening()]).toEqual([1, 2])
  expect(Object.values({ ...localStorage })).toEqual(['2'])
  expect(countOpening()).toBe(3)
  localStorage.clear()
  expect(countOpening()).toBe(1)
})

test('what somebody else left there counts for nothing', () => {
  countOpening()
  for (const key of Object.keys({ ...localStorage })) localStorage.setItem(key, 'たくさん')
  expect(countOpening()).toBe(1)
})

test('a browser that stores nothing begins anew each time', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  expect([countOpening(), countOpening()]).toEqual([1, 1])
})
