import { afterEach, expect, test, vi } from 'vitest'
import { preloadWhenIdle } from './preload-when-idle.ts'

afterEach(() => vi.unstubAllGlobals())

test('what somebody points at is loaded when the page is idle, not within the press', async () => {
  let beIdle = (): void => {}
  const requestIdleCallback = vi.fn((idle: () => void) => void (beIdle = idle))
  vi.stubGlobal('window', { requestIdleCallback })
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  const preloadRoute = vi.fn(async (to: string) => [to])
  const router = { preloadRoute }
  preloadWhenIdle(router)
  const loading = router.preloadRoute('/favorites')
  await Promise.resolve()
  expect(preloadRoute).not.toHaveBeenCalled()
  beIdle()
  expect(await loading).toEqual(['/favorites'])
  expect(requestIdleCallback).toHaveBeenCalledWith(expect.any(Function), { timeout: 500 })
})
