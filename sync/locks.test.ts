import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { claimLock, type Held, tryLock, withLock } from './locks.ts'
import { holdStopped, pass, stopLockClock } from './testing/stopped-holder.ts'

beforeEach(stopLockClock)
afterEach(() => vi.useRealTimers())

let keys = 0
const freshKey = (): string => `key ${++keys}`
const LONG_MS = 30_000

/** Takes a lock and never gives it back; resolves with what the holder knows of it. */
function takeForever(kind: Parameters<typeof withLock>[0], key: string): Promise<Held> {
  return new Promise((resolve) => {
    void withLock(kind, key, (held) => {
      resolve(held)
      return new Promise(() => {})
    })
  })
}

describe('a lock whose holder is stopped', () => {
  test.each(['account', 'last-screens', 'open', 'refresh', 'unseal'] as const)(
    '%s is taken away by whoever waits, and the work is done',
    async (kind) => {
      const key = freshKey()
      await holdStopped(`mirutomo-${kind}:${key}`)
      const waiting = withLock(kind, key, () => Promise.resolve('done'))
      await pass(LONG_MS)
      expect(await waiting).toBe('done')
    },
  )

  test('is shared by all who wait for it, in the order of the queue', async () => {
    const key = freshKey()
    await holdStopped(`mirutomo-account:${key}`)
    const log: string[] = []
    const enter = (name: string) => withLock('account', key, async () => void log.push(name), 'shared')
    const entering = [enter('a'), enter('b'), enter('c')]
    await pass(LONG_MS)
    await Promise.all(entering)
    expect(log).toEqual(['a', 'b', 'c'])
  })

  test('tells the holder when it wakes that the lock is lost, and already before it hears of it', async () => {
    const key = freshKey()
    const held = await takeForever('refresh', key)
    expect(held.isSure()).toBe(true)
    await pass(LONG_MS)
    expect(held.isSure()).toBe(false)
    expect(held.lost.aborted).toBe(false)
    const waiting = withLock('refresh', key, () => Promise.resolve())
    await pass(LONG_MS)
    await waiting
    expect(held.lost.aborted).toBe(true)
  })

  test('is no longer sure before anybody may take it', async () => {
    const key = freshKey()
    const held = await takeForever('refresh', key)
    const states: boolean[] = []
    const waiting = withLock('refresh', key, async () => void states.push(held.isSure()))
    await pass(LONG_MS)
    await waiting
    expect(states).toEqual([false])
  })
})

describe('a lock', () => {
  test('is waited for in turn while its holders are at work', async () => {
    const key = freshKey()
    const log: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      log.push(`${name} ends`)
    }
    await Promise.all(['a', 'b'].map((name) => withLock('refresh', key, work(name))))
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  test('answers what its work answers, also where it was taken away meanwhile, and fails as its work fails', async () => {
    const key = freshKey()
    const finishing = Promise.withResolvers<string>()
    const slow = withLock('refresh', key, () => finishing.promise)
    const other = withLock('refresh', key, () => Promise.resolve('second'))
    await pass(LONG_MS)
    expect(await other).toBe('second')
    finishing.resolve('first')
    expect(await slow).toBe('first')
    await expect(withLock('refresh', key, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  })

  test('is had at once or not at all, or for as long as the caller waits', async () => {
    const key = freshKey()
    const { wake } = await holdStopped(`mirutomo-sync:${key}`)
    expect(await tryLock('sync', key, () => Promise.resolve(true))).toBe(false)
    const ending = new AbortController()
    const queued = claimLock('sync', key, { until: ending.signal }, () => Promise.resolve('mine'))
    ending.abort()
    await expect(queued).rejects.toMatchObject({ name: 'AbortError' })
    const patient = claimLock('sync', key, { until: new AbortController().signal }, () =>
      Promise.resolve('mine'),
    )
    wake()
    expect(await patient).toBe('mine')
  })

  test('that the browser refuses holds nobody up', async () => {
    const refusing = vi
      .spyOn(navigator.locks, 'request')
      .mockRejectedValue(new DOMException('cookies are off', 'SecurityError'))
    expect(await withLock('refresh', freshKey(), ({ isSure }) => Promise.resolve(isSure()))).toBe(true)
    refusing.mockRestore()
  })

  test('cannot be taken without a limit', async () => {
    const key = freshKey()
    // @ts-expect-error -- nobody waits for leadership
    await withLock('sync', key, () => Promise.resolve())
    // @ts-expect-error -- a claim says how its wait ends
    await claimLock('refresh', key, {}, () => Promise.resolve())
    // Who takes only what is free waits for nobody
    const free = /navigator\.locks\.request\(.*?, \{ ifAvailable: true \}/g
    const others = globSync('{src,sync,sw}/**/*.{ts,tsx}')
      .filter((file) => !/\.test\.tsx?$|^sync\/(locks\.ts|testing\/|chaos\/)/.test(file))
      .filter((file) =>
        /locks\s*\??\.\s*request|navigator\.locks\b(?!\.query)/.test(
          readFileSync(file, 'utf8').replaceAll(free, ''),
        ),
      )
    expect(others).toEqual([])
  })
})
