import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginWait, isWaitLong } from './waits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const LONG_MS = 60_000

test('a wait is called long after a while, until it ends', () => {
  const end = beginWait()
  expect(isWaitLong.read()).toBe(false)
  vi.advanceTimersByTime(LONG_MS)
  expect(isWaitLong.read()).toBe(true)
  end()
  expect(isWaitLong.read()).toBe(false)
})

test('waits that end in time are not called long, however many follow each other', () => {
  for (let wait = 0; wait < 10; wait++) {
    const end = beginWait()
    vi.advanceTimersByTime(2_000)
    end()
  }
  expect(isWaitLong.read()).toBe(false)
  vi.advanceTimersByTime(LONG_MS)
  expect(isWaitLong.read()).toBe(false)
})

test('of several waits the last ends it', () => {
  const ends = [beginWait(), beginWait()]
  vi.advanceTimersByTime(LONG_MS)
  ends[0]?.()
  expect(isWaitLong.read()).toBe(true)
  ends[1]?.()
  expect(isWaitLong.read()).toBe(false)
})
