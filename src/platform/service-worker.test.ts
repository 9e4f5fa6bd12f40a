// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerServiceWorker } from './service-worker.ts'

const heard = vi.hoisted(() => new Map<string, () => void>())
const posted = vi.hoisted(() => vi.fn())
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (name: string, listener: () => void) => void heard.set(name, listener)
    register = async () => ({ waiting: { postMessage: posted } })
  },
}))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { serviceWorker: {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('An update that the person asked for', () => {
  test('loads the page anew once the new worker has taken over, and only once', async () => {
    const reload = vi.fn()
    const { update } = await registerServiceWorker(reload)
    update()
    heard.get('controlling')?.()
    vi.advanceTimersByTime(60_000)
    expect(posted).toHaveBeenCalledExactlyOnceWith('activate-update')
    expect(reload).toHaveBeenCalledOnce()
  })

  test('loads it anew also where nobody says that it has taken over', async () => {
    const reload = vi.fn()
    const { update } = await registerServiceWorker(reload)
    update()
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(reload).toHaveBeenCalledOnce()
  })
})
