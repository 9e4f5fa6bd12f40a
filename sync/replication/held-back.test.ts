import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pullHeldBack } from './held-back.ts'
import { TIMING } from './timing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function device(random: number) {
  const heldBack$ = new Subject<string[]>()
  const pull = vi.fn()
  const stop = pullHeldBack({ heldBack$, timing: { ...TIMING, random: () => random }, pull })
  return { heldBack$, pull, stop }
}
/** How long it waits before it pulls, ms. */
function waitOf({ heldBack$, pull }: ReturnType<typeof device>): number {
  pull.mockClear()
  heldBack$.next(['messages'])
  const since = Date.now()
  vi.runOnlyPendingTimers()
  expect(pull).toHaveBeenCalledExactlyOnceWith(['messages'])
  return Date.now() - since
}

test('a device waits longer each time, up to eight seconds, and no two devices the same', () => {
  const [early, late] = [device(0), device(1)]
  expect([1, 2, 3, 4, 5].map(() => waitOf(early))).toEqual([500, 1_000, 2_000, 4_000, 4_000])
  expect([1, 2, 3, 4, 5].map(() => waitOf(late))).toEqual([1_000, 2_000, 4_000, 8_000, 8_000])
})

test('a pull that brings everything ends it: the next wait is short again', () => {
  const phone = device(1)
  for (let times = 0; times < 3; times++) waitOf(phone)
  phone.heldBack$.next([])
  expect(waitOf(phone)).toBe(1_000)
})

test('a device that stops pulls no more', () => {
  const phone = device(1)
  phone.heldBack$.next(['messages'])
  phone.stop()
  vi.runAllTimers()
  expect(phone.pull).not.toHaveBeenCalled()
})
