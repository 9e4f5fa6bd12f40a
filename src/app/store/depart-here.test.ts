import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Departure, Departing } from '#sync/departure/depart.ts'
import { departHere } from './depart-here.ts'

const { depart, accountsOnDevice, isSet } = vi.hoisted(() => ({
  isSet: vi.fn<() => boolean>(),
  depart: vi.fn<(departing: Departing) => Promise<Departure>>(),
  accountsOnDevice: vi.fn<() => Promise<string[]>>(),
}))
vi.mock('#sync/departure/depart.ts', () => ({ depart, accountsOnDevice }))
vi.mock('../session/signed-in-mark.ts', () => ({ signedInMark: { isSet } }))
vi.mock('../forget-traces.ts', () => ({ forgetTraces: async () => {} }))

beforeEach(() => {
  vi.useFakeTimers()
  depart.mockReset().mockResolvedValue({ remainder: 'discarded' })
  accountsOnDevice.mockReset().mockResolvedValue([])
  isSet.mockReset().mockReturnValue(false)
})
afterEach(() => vi.useRealTimers())
const MINUTE = 60_000

test('databases that somebody had open are deleted once they have let them go, in the same session', async () => {
  accountsOnDevice.mockResolvedValueOnce(['mio']).mockResolvedValueOnce(['mio', 'ren'])
  expect(await departHere('mio', 'discard')).toEqual({ remainder: 'discarded' })
  expect(depart).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  // Who signed in again meanwhile is not thrown out
  expect(depart.mock.calls.map(([{ userId, isBack }]) => [userId, isBack !== undefined])).toEqual([
    ['mio', false],
    ['mio', true],
    ['mio', true],
  ])
})

test.each(['kept', 'back'] as const)('an account that stays is left alone: %s', async (remainder) => {
  accountsOnDevice.mockResolvedValue(['mio'])
  depart.mockResolvedValue(remainder === 'kept' ? { remainder, count: 1 } : { remainder })
  await departHere('mio', 'seal')
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(depart).toHaveBeenCalledOnce()
})

test('nothing is taken away beside whoever has signed in since', async () => {
  accountsOnDevice.mockResolvedValue(['mio'])
  await departHere('mio', 'discard')
  isSet.mockReturnValue(true)
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(depart).toHaveBeenCalledOnce()
})
