import { afterEach, describe, expect, test, vi } from 'vitest'
import { activeRegistration } from './worker-registration.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('The active registration', () => {
  test('is told once the worker is active', async () => {
    const registration = {}
    vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(registration) } })
    expect(await activeRegistration()).toBe(registration)
  })

  test('is not waited for without end where no worker can be had', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => {}) } })
    const asked = activeRegistration()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await asked).toBeUndefined()
  })

  test('is none in a browser without workers', async () => {
    vi.stubGlobal('navigator', {})
    expect(await activeRegistration()).toBeUndefined()
  })
})
