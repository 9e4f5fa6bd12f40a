import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchConnectivity } from './connectivity.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function device(onLine = true) {
  const target = new EventTarget()
  const state = { onLine, reachable: false }
  const connectivity = watchConnectivity({
    target,
    onLine: () => state.onLine,
    probe: () => Promise.resolve(state.reachable),
  })
  const become = (next: boolean) => {
    state.onLine = next
    target.dispatchEvent(new Event(next ? 'online' : 'offline'))
  }
  return { ...connectivity, state, become }
}

test('follows the browser', () => {
  const { online, become } = device()
  become(false)
  expect(online.read()).toBe(false)
  become(true)
  expect(online.read()).toBe(true)
})

test('two unanswered requests in a row mean offline, an answer means online again', () => {
  const { online, report } = device()
  report(false)
  report(true)
  report(false)
  expect(online.read()).toBe(true)
  report(false)
  expect(online.read()).toBe(false)
  report(true)
  expect(online.read()).toBe(true)
})

test('an answer (from a cache) does not overrule a browser that says offline', () => {
  const { online, report, become } = device()
  become(false)
  report(true)
  expect(online.read()).toBe(false)
})

test('while requests fail, asks until the server is reached', async () => {
  const { online, report, state } = device()
  report(false)
  report(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(online.read()).toBe(false)
  state.reachable = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(online.read()).toBe(true)
})
