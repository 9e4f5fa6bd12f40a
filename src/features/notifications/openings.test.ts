// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { countOpening } from './openings.ts'

const keys = (): string[] =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('openings are counted on, over restarts of the app, until the account leaves', () => {
  expect([countOpening(), countOpening()]).toEqual([1, 2])
  expect(keys().map((key) => localStorage.getItem(key))).toEqual(['2'])
  expect(countOpening()).toBe(3)
  localStorage.clear()
  expect(countOpening()).toBe(1)
})

test('what somebody else left there counts for nothing', () => {
  countOpening()
  for (const key of keys()) localStorage.setItem(key, 'たくさん')
  expect(countOpening()).toBe(1)
})

test('a browser that stores nothing begins anew each time', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  expect([countOpening(), countOpening()]).toEqual([1, 1])
})
