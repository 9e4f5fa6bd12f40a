// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isLeaving, untilStaying, watchLeaving } from './leaving.ts'

vi.useFakeTimers()
beforeAll(watchLeaving)
beforeEach(() => void window.dispatchEvent(new Event('pageshow')))

test.each(['beforeunload', 'pagehide'])(
  'a page is being left from %s until it is shown again',
  async (kind) => {
    expect(isLeaving()).toBe(false)
    window.dispatchEvent(new Event(kind))
    expect(isLeaving()).toBe(true)
    const resolved = vi.fn()
    void untilStaying().then(resolved)
    await Promise.resolve()
    expect(resolved).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('pageshow'))
    await Promise.resolve()
    expect(resolved).toHaveBeenCalledOnce()
    expect(isLeaving()).toBe(false)
  },
)

test('a page that is still there after half a minute was not left', async () => {
  window.dispatchEvent(new Event('beforeunload'))
  const staying = untilStaying()
  vi.advanceTimersByTime(30_000)
  await staying
  expect(isLeaving()).toBe(false)
})

test.each(['error', 'unhandledrejection'])(
  'keeps an event of kind %s from the console while the page is being left, and only then',
  (kind) => {
    const isKept = () => !window.dispatchEvent(new Event(kind, { cancelable: true }))
    expect(isKept()).toBe(false)
    window.dispatchEvent(new Event('beforeunload'))
    expect(isKept()).toBe(true)
    window.dispatchEvent(new Event('pageshow'))
    expect(isKept()).toBe(false)
  },
)
