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
