// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onWake } from './page-lifecycle.ts'

let visibility: DocumentVisibilityState
const wake = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('A device that sleeps without a word', () => {
  test('wakes the page that is visible, once, and takes the late timers of a hidden one for no sleep', () => {
    visibility = 'visible'
    onWake(wake)
    vi.advanceTimersByTime(60_000)
    expect(wake).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(wake).toHaveBeenCalledOnce()
    visibility = 'hidden'
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(wake).toHaveBeenCalledOnce()
  })
})
