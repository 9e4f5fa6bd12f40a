// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilNobodyPresses } from './presses.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const press = (type: string): unknown => document.body.dispatchEvent(new Event(type, { bubbles: true }))

test('somebody who goes on pressing is waited for', async () => {
  let isAtRest = false
  const resting = untilNobodyPresses().then(() => {
    isAtRest = true
  })
  for (const type of ['pointerdown', 'keydown', 'pointerdown']) {
    await vi.advanceTimersByTimeAsync(1_400)
    press(type)
  }
  await vi.advanceTimersByTimeAsync(1_400)
  expect(isAtRest).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  await resting
})

test('a page at which nobody presses is soon at rest', async () => {
  const resting = untilNobodyPresses()
  await vi.advanceTimersByTimeAsync(1_500)
  await resting
})
