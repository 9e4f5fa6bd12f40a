import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FROZEN_PAGES } from '#domain/frozen-pages.ts'
import { endFrozenPages } from './frozen-pages.ts'

const MINUTE_MS = 60_000
const asked = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the server is asked while somebody waits: until the connection is back, and for three answers in all', async () => {
  asked.mockRejectedValueOnce(new TypeError()).mockImplementation(() => Promise.resolve(new Response()))
  let isWaiting = true
  const ending = endFrozenPages(() => isWaiting)
  void endFrozenPages(() => isWaiting)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked.mock.calls.map(([address]) => address)).toEqual([FROZEN_PAGES, FROZEN_PAGES])
  isWaiting = false
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await ending
  expect(asked).toHaveBeenCalledTimes(2)

  void endFrozenPages(() => true)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(asked).toHaveBeenCalledTimes(4)
})
