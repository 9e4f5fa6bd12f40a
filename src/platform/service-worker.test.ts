// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerServiceWorker } from './service-worker.ts'

const posted = vi.fn()
const update = vi.fn()
const register = vi.fn()
const container = () => navigator.serviceWorker
const worker = () => Object.assign(new EventTarget(), { postMessage: posted })

/** What the browser keeps of the page's workers, as a test sets it. */
const registrationWith = (workers: { installing?: object; waiting?: object; active?: object }) =>
  Object.assign(new EventTarget(), { installing: null, waiting: null, active: null, update, ...workers })

beforeEach(() => {
  vi.useFakeTimers()
  posted.mockReset()
  register.mockReset().mockResolvedValue(registrationWith({ active: worker() }))
  update.mockReset().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { register }) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('An update that the person asked for', () => {
  beforeEach(() => register.mockResolvedValue(registrationWith({ active: worker(), waiting: worker() })))

  test('loads the page anew once the new worker has taken over, and only once', async () => {
    const reload = vi.fn()
    const registered = await registerServiceWorker(reload)
    registered.update()
    container().dispatchEvent(new Event('controllerchange'))
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

describe('A new version', () => {
  test('is offered where it waits already', async () => {
    register.mockResolvedValue(registrationWith({ active: worker(), waiting: worker() }))
    expect((await registerServiceWorker()).updateWaiting.read()).toBe(true)
  })

  test('is offered once it has been installed, and not before', async () => {
    const registration = registrationWith({ active: worker() })
    register.mockResolvedValue(registration)
    const { updateWaiting } = await registerServiceWorker()
    const found = worker()
    registration.installing = found
    registration.dispatchEvent(new Event('updatefound'))
    expect(updateWaiting.read()).toBe(false)
    Object.assign(registration, { installing: null, waiting: found })
    found.dispatchEvent(new Event('statechange'))
    expect(updateWaiting.read()).toBe(true)
  })

  test('is offered where the browser tells of it when it is installed already, as WebKit may', async () => {
    const registration = registrationWith({ active: worker() })
    register.mockResolvedValue(registration)
    const { updateWaiting } = await registerServiceWorker()
    Object.assign(registration, { waiting: worker() })
    registration.dispatchEvent(new Event('updatefound'))
    expect(updateWaiting.read()).toBe(true)
  })

  test('is not offered where it is the first: it takes over by itself', async () => {
    register.mockResolvedValue(registrationWith({ waiting: worker() }))
    const reload = vi.fn()
    expect((await registerServiceWorker(reload)).updateWaiting.read()).toBe(false)
    container().dispatchEvent(new Event('controllerchange'))
    expect(reload).not.toHaveBeenCalled()
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
    register.mockResolvedValue(registrationWith({ active: worker() }))
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(20 * HALF_A_MINUTE)
    expect(register).toHaveBeenCalledTimes(5)
  })

  test('is asked for again where a file of it did not come', async () => {
    const installing = worker()
    const registration = registrationWith({ installing })
    register.mockResolvedValue(registration)
    await registerServiceWorker()
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE)
    expect(register).toHaveBeenCalledTimes(1)
    registration.installing = null
    installing.dispatchEvent(new Event('statechange'))
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE)
    expect(register).toHaveBeenCalledTimes(2)
    expect(update).not.toHaveBeenCalled()
  })

  test('is not waited for where another serves the page: that one looks for it by itself', async () => {
    const installing = worker()
    const registration = registrationWith({ active: worker(), installing })
    register.mockResolvedValue(registration)
    await registerServiceWorker()
    registration.installing = null
    installing.dispatchEvent(new Event('statechange'))
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE)
    expect([register.mock.calls.length, update.mock.calls.length]).toEqual([1, 0])
    document.dispatchEvent(new Event('visibilitychange'))
    expect(update).toHaveBeenCalled()
  })
})
