import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchConnectivity } from './connectivity.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function device(onLine = true) {
  const target = new EventTarget()
  const state = { onLine, reachable: false, probes: 0, wake: () => {} }
  const connectivity = watchConnectivity({
    target,
    onLine: () => state.onLine,
    probe: () => {
      state.probes++
      return Promise.resolve(state.reachable)
    },
    onWake: (wake) => {
      state.wake = wake
      return () => {}
    },
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
  await vi.advanceTimersByTimeAsync(4_000)
  expect(online.read()).toBe(true)
})

test('requests that were asked before the connection came back leave nobody offline', async () => {
  const { online, report, state, become } = device(false)
  state.reachable = true
  become(true)
  report(false)
  report(false)
  expect(online.read()).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(online.read()).toBe(true)
})

test('asks at once when the page wakes, and only where the server was not reached', async () => {
  const { online, report, state } = device()
  state.wake()
  expect(state.probes).toBe(0)
  report(false)
  report(false)
  expect(state.probes).toBe(1)
  state.reachable = true
  state.wake()
  await vi.waitFor(() => expect(online.read()).toBe(true))
  expect(state.probes).toBe(2)
})
