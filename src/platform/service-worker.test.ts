// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerServiceWorker } from './service-worker.ts'

const heard = vi.hoisted(() => new Map<string, () => void>())
const posted = vi.hoisted(() => vi.fn())
const register = vi.hoisted(() => vi.fn())
const update = vi.hoisted(() => vi.fn())
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (name: string, listener: () => void) => void heard.set(name, listener)
    register = register
    update = update
  },
}))
beforeEach(() => {
  vi.useFakeTimers()
  register.mockReset().mockResolvedValue({ waiting: { postMessage: posted } })
  update.mockReset().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', { serviceWorker: {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('An update that the person asked for', () => {
  test('loads the page anew once the new worker has taken over, and only once', async () => {
    const reload = vi.fn()
    const registered = await registerServiceWorker(reload)
    registered.update()
    heard.get('controlling')?.()
    vi.advanceTimersByTime(60_000)
    expect(posted).toHaveBeenCalledExactlyOnceWith('activate-update')
    expect(reload).toHaveBeenCalledOnce()
  })

  test('loads it anew also where nobody says that it has taken over', async () => {
    const reload = vi.fn()
    const registered = await registerServiceWorker(reload)
    registered.update()
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('A worker that could not be installed', () => {
  const HALF_A_MINUTE = 30_000

  test('is asked for again after a while, and later and later', async () => {
    register.mockRejectedValue(new TypeError('the connection broke off'))
    await registerServiceWorker()
    for (const times of [2, 2, 3, 3, 3, 3, 4]) {
      await vi.advanceTimersByTimeAsync(HALF_A_MINUTE)
      expect(register).toHaveBeenCalledTimes(times)
    }
    register.mockResolvedValue({ active: {} })
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(20 * HALF_A_MINUTE)
    expect(register).toHaveBeenCalledTimes(5)
  })

  test('is asked for again where a file of it did not come', async () => {
    register.mockResolvedValueOnce({ installing: null, waiting: null, active: null })
    await registerServiceWorker()
    heard.get('redundant')?.()
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE)
    expect(register).toHaveBeenCalledTimes(2)
    expect(update).not.toHaveBeenCalled()
  })

  test('is not waited for where another serves the page: that one looks for it by itself', async () => {
    register.mockResolvedValue({ active: {} })
    await registerServiceWorker()
    heard.get('redundant')?.()
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE)
    expect([register.mock.calls.length, update.mock.calls.length]).toEqual([1, 0])
    document.dispatchEvent(new Event('visibilitychange'))
    expect(update).toHaveBeenCalled()
  })
})
