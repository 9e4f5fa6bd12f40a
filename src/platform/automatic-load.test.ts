// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guardLoads } from './automatic-load.ts'
import { watchLeaving } from './leaving.ts'

const load = vi.fn()
beforeEach(() => {
  sessionStorage.clear()
  load.mockReset()
})
afterEach(() => vi.restoreAllMocks())

describe('The guard of automatic loads', () => {
  test('lets a document load once, and again when its person came back to it', () => {
    const { loadAutomatically, cameAutomatically } = guardLoads()
    expect(cameAutomatically).toBe(false)
    expect([loadAutomatically(load), loadAutomatically(load)]).toEqual([true, false])
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(loadAutomatically(load)).toBe(true)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('is loading until the document comes or is given up', () => {
    watchLeaving()
    const { loadAutomatically, isLoading } = guardLoads()
    expect(isLoading()).toBe(false)
    loadAutomatically(load)
    expect(isLoading()).toBe(true)
    window.dispatchEvent(new Event('pageshow'))
    expect(isLoading()).toBe(false)
  })

  test.each(['pointerdown', 'keydown', 'click', 'popstate'])(
    'refuses a document that came so, until its person presses (%s)',
    (kind) => {
      guardLoads().loadAutomatically(load)
      const next = guardLoads()
      expect(next.cameAutomatically).toBe(true)
      expect(next.loadAutomatically(load)).toBe(false)
      window.dispatchEvent(new Event(kind))
      expect(next.loadAutomatically(load)).toBe(true)
    },
  )

  test('allows it in a document that the person loaded', () => {
    guardLoads().loadAutomatically(load)
    guardLoads()
    expect(guardLoads().loadAutomatically(load)).toBe(true)
  })

  test('refuses where there is no session storage', () => {
    const { loadAutomatically } = guardLoads()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(loadAutomatically(load)).toBe(false)
    expect(load).not.toHaveBeenCalled()
  })
})
