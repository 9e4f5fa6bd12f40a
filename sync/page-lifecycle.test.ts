// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { isFrozen, onFreeze, onResume, onWake, untilResumed } from './page-lifecycle.ts'
import { freeze, fromCache, resume } from './testing/page.ts'

const stops: (() => void)[] = []
afterEach(() => {
  resume()
  for (const stop of stops.splice(0)) stop()
})

/** What was called, in order. */
function heard(): string[] {
  const calls: string[] = []
  stops.push(
    onFreeze(() => calls.push('freeze')),
    onResume(() => calls.push('resume')),
    onWake(() => calls.push('wake')),
  )
  return calls
}

describe('The page lifecycle', () => {
  test('freezes when the page goes into the back/forward cache and resumes when it comes back', () => {
    const calls = heard()
    freeze()
    expect(isFrozen()).toBe(true)
    resume()
    expect(isFrozen()).toBe(false)
    expect(calls).toEqual(['freeze', 'resume', 'wake'])
  })

  test('freezes once where the browser tells of it in two ways', () => {
    const calls = heard()
    freeze()
    document.dispatchEvent(new Event('freeze'))
    document.dispatchEvent(new Event('resume'))
    resume()
    expect(calls).toEqual(['freeze', 'resume', 'wake'])
  })

  test('does not freeze when the page is left for good, nor resume when it is shown for the first time', () => {
    const calls = heard()
    window.dispatchEvent(fromCache('pagehide', false))
    window.dispatchEvent(fromCache('pageshow', false))
    expect(calls).toEqual([])
  })

  test('wakes when the page is focused, online or visible again', () => {
    const calls = heard()
    for (const name of ['focus', 'online']) window.dispatchEvent(new Event(name))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(calls).toEqual(['wake', 'wake', 'wake'])
  })

  test('keeps work that waits for it until the page resumes', async () => {
    const done: string[] = []
    freeze()
    const waiting = untilResumed().then(() => done.push('resumed'))
    await Promise.resolve()
    expect(done).toEqual([])
    resume()
    await waiting
    await untilResumed()
    expect(done).toEqual(['resumed'])
  })

  test('calls the others when one throws', () => {
    const reported: unknown[] = []
    const report = globalThis.reportError
    globalThis.reportError = (error: unknown) => void reported.push(error)
    stops.push(
      onFreeze(() => {
        throw new Error('first')
      }),
    )
    const calls = heard()
    freeze()
    globalThis.reportError = report
    expect(reported).toHaveLength(1)
    expect(calls).toEqual(['freeze'])
  })
})
