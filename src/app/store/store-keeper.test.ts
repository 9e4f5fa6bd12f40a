import { BehaviorSubject } from 'rxjs'
import { expect, test, vi } from 'vitest'
import type { Departure } from '#sync/departure/depart.ts'
import type { OpenedStore } from './open-store.ts'
import { createStoreKeeper } from './store-keeper.ts'

const SEALED: Departure = { remainder: 'sealed', count: 1, recordId: 'r' }

/** `gone`: accounts that another tab has taken from the device. */
function setUp({ cannotDepart = false, cannotClose = false, hangs = false, refusals = 0 } = {}) {
  const log: string[] = []
  let refused = refusals
  const failures: unknown[] = []
  const gone = new Set<string>()
  const gates = new Map<string, () => void>()
  const evictions = new Map<string, AbortController>()
  const departing = (userId: string, how: string): Promise<Departure> => {
    log.push(`${how} ${userId}`)
    return cannotDepart ? Promise.reject(new Error('stuck')) : Promise.resolve(SEALED)
  }
  const keeper = createStoreKeeper({
    open: async (userId) => {
      log.push(`open ${userId}`)
      if (refused > 0 && evictions.has(userId)) {
        refused -= 1
        throw new DOMException('The connection was closed.', 'AbortError')
      }
      await new Promise<void>((resolve) => gates.set(userId, resolve))
      if (gone.has(userId)) return null
      const eviction = new AbortController()
      evictions.set(userId, eviction)
      return {
        store: { userId },
        activity$: new BehaviorSubject({ pending: 1, attention: 1 }),
        evicted: eviction.signal,
        close: () => {
          log.push(`close ${userId}`)
          if (hangs) return new Promise(() => {})
          return cannotClose ? Promise.reject(new Error('jammed')) : Promise.resolve()
        },
        depart: (how: string) => departing(userId, how),
      } as unknown as OpenedStore
    },
    depart: departing,
    left: (userId, { remainder }) => log.push(`left ${userId} ${remainder}`),
    taken: (userId) => log.push(`taken ${userId}`),
    failed: (error) => failures.push(error),
    refused: () => log.push('refused'),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  const finish = async (userId: string) => {
    await settle()
    gates.get(userId)?.()
    await settle()
  }
  return {
    keeper,
    log,
    finish,
    failures,
    gone,
    gates,
    evict: (userId: string) => evictions.get(userId)?.abort(),
  }
}

test('opens one account at a time, the next after the one before has left', async () => {
  const { keeper, log, finish } = setUp()
  keeper.show('a')
  expect(keeper.state.read()).toEqual({ status: 'opening', userId: 'a' })
  await finish('a')
  expect(keeper.state.read().status).toBe('open')
  keeper.show('b')
  await finish('b')
  expect(log).toEqual(['open a', 'ended a', 'left a sealed', 'open b'])
  expect(keeper.state.read()).toMatchObject({ status: 'open', activity: { pending: 1 } })
})

test('who left while it was opening is not shown, and leaves the device', async () => {
  const { keeper, log, finish } = setUp()
  const shown: string[] = []
  keeper.state.listen(() => shown.push(keeper.state.read().status))
  keeper.show('a')
  await Promise.resolve()
  keeper.show(null)
  await finish('a')
  await keeper.closed()
  expect(log).toEqual(['open a', 'ended a', 'left a sealed'])
  expect(shown).not.toContain('open')
  expect(keeper.state.read()).toEqual({ status: 'closed' })
})

test('leaves as the person chose, once, and tells nobody else of it', async () => {
  const { keeper, log, finish } = setUp()
  keeper.show('a')
  await finish('a')
  expect(await keeper.depart('discard')).toEqual(SEALED)
  expect(keeper.state.read()).toEqual({ status: 'closed' })
  keeper.show(null)
  keeper.show('b')
  await finish('b')
  expect(log).toEqual(['open a', 'discard a', 'open b'])
})

test('one that cannot leave is shown again', async () => {
  const { keeper, log, finish } = setUp({ cannotDepart: true })
  keeper.show('a')
  await finish('a')
  const leaving = keeper.depart('seal')
  leaving.catch(() => {})
  await finish('a')
  await expect(leaving).rejects.toThrow('stuck')
  expect(log).toEqual(['open a', 'seal a', 'open a'])
  expect(keeper.state.read().status).toBe('open')
})

test('one that cannot be seen off is told and holds nothing else up', async () => {
  const { keeper, log, finish, failures } = setUp({ cannotDepart: true })
  keeper.show('a')
  await finish('a')
  keeper.show(null)
  keeper.show('b')
  await finish('b')
  expect(log).toEqual(['open a', 'ended a', 'open b'])
  expect(failures).toEqual([new Error('stuck')])
})

test('an account that another tab takes from the device is closed at once, and not made again', async () => {
  const { keeper, log, finish, evict, gone } = setUp()
  keeper.show('a')
  await finish('a')
  gone.add('a')
  evict('a')
  expect(keeper.state.read().status).not.toBe('closed')
  await finish('a')
  await keeper.closed()
  expect(log).toEqual(['open a', 'close a', 'open a', 'taken a'])
  expect(keeper.state.read()).toEqual({ status: 'closed' })
  keeper.show(null)
  await keeper.closed()
  expect(log).toHaveLength(4)
})

test('an account that did not leave after all is shown again', async () => {
  const { keeper, log, finish, evict } = setUp()
  keeper.show('a')
  await finish('a')
  evict('a')
  await finish('a')
  expect(log).toEqual(['open a', 'close a', 'open a'])
  expect(keeper.state.read().status).toBe('open')
})

test('an account that cannot be closed for another tab is told, and shown again all the same', async () => {
  const { keeper, log, finish, evict, failures } = setUp({ cannotClose: true })
  keeper.show('a')
  await finish('a')
  evict('a')
  await finish('a')
  expect(log).toEqual(['open a', 'close a', 'open a'])
  expect(keeper.state.read().status).toBe('open')
  expect(failures).toEqual([new Error('jammed')])
})

test('an account whose database could not be opened leaves all the same', async () => {
  const log: string[] = []
  const keeper = createStoreKeeper({
    open: () => Promise.reject(new Error('no space')),
    depart: (userId, how) => {
      log.push(`${how} ${userId}`)
      return Promise.resolve({ remainder: 'discarded' })
    },
    left: () => {},
    taken: () => {},
    failed: () => {},
    refused: () => {},
  })
  keeper.show('a')
  await keeper.closed()
  expect(keeper.state.read().status).toBe('failed')
  await keeper.depart('discard')
  expect(log).toEqual(['discard a'])
  expect(keeper.state.read()).toEqual({ status: 'closed' })
})

test('opens a store again although the one that was lost never closes', async () => {
  const { keeper, log, finish, evict } = setUp({ hangs: true })
  keeper.show('a')
  await finish('a')
  evict('a')
  await expect.poll(() => log).toEqual(['open a', 'close a', 'open a'])
  await finish('a')
  expect(keeper.state.read().status).toBe('open')
})

test.each([
  [1, 'open'],
  [4, 'open'],
  [9, 'failed'],
] as const)(
  'a database that cannot be opened %i times after it was deleted is %s in the end: refused where it failed',
  async (refusals, status) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { keeper, log, gates, evict } = setUp({ refusals })
    keeper.show('a')
    await vi.advanceTimersByTimeAsync(0)
    gates.get('a')?.()
    await vi.advanceTimersByTimeAsync(0)
    gates.delete('a')
    evict('a')
    await vi.advanceTimersByTimeAsync(20_000)
    gates.get('a')?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(keeper.state.read().status).toBe(status)
    expect(log.includes('refused')).toBe(status === 'failed')
    vi.useRealTimers()
  },
)
