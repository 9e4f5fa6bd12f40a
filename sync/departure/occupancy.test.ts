import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freeze, openPage, resume } from '../testing/page.ts'
import { evictAll, occupy, type Occupancy } from './occupancy.ts'

let accounts = 0
const freshAccount = (): string => `account ${++accounts}`
const inside: Occupancy[] = []
const enter = async (userId: string): Promise<Occupancy> => {
  const occupancy = await occupy(userId)
  inside.push(occupancy)
  return occupancy
}
afterEach(() => inside.splice(0).forEach(({ release }) => release()))

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

describe('an account that leaves', () => {
  test('has every tab and worker leave before anything is done', async () => {
    const userId = freshAccount()
    const log: string[] = []
    const others = await Promise.all([enter(userId), enter(userId)])
    const own = await enter(userId)
    for (const [index, { evicted, release }] of others.entries()) {
      void aborted(evicted).then(() => {
        log.push(`${index} closes`)
        release()
      })
    }
    const result = await evictAll(userId, own, (everybodyLeft) => {
      log.push('works')
      return Promise.resolve(everybodyLeft)
    })
    expect(result).toBe(true)
    expect(log).toEqual(['0 closes', '1 closes', 'works'])
    expect(own.evicted.aborted).toBe(false)
  })

  test('lets nobody in until it has left', async () => {
    const userId = freshAccount()
    const log: string[] = []
    const gate = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const leaving = evictAll(userId, undefined, async () => {
      started.resolve()
      await gate.promise
      log.push('left')
    })
    await started.promise
    const entering = enter(userId).then(() => log.push('entered'))
    await Promise.resolve()
    gate.resolve()
    await Promise.all([leaving, entering])
    expect(log).toEqual(['left', 'entered'])
  })

  test('is not held up by a tab that sleeps, which hears of it when it wakes', async () => {
    const userId = freshAccount()
    const sleeper = await enter(userId)
    expect(await evictAll(userId, undefined, (everybodyLeft) => Promise.resolve(everybodyLeft))).toBe(false)
    await aborted(sleeper.evicted)
  })

  test('in two tabs at once leaves in one after the other', async () => {
    const userId = freshAccount()
    const log: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`)
      // Longer than a tab that sleeps is waited for
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      log.push(`${name} ends`)
    }
    await Promise.all([evictAll(userId, undefined, work('a')), evictAll(userId, undefined, work('b'))])
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  test('leaves others in peace', async () => {
    const stays = await enter(freshAccount())
    await evictAll(freshAccount(), undefined, () => Promise.resolve())
    expect(stays.evicted.aborted).toBe(false)
  })

  test('whose departure fails lets others in again', async () => {
    const userId = freshAccount()
    await expect(evictAll(userId, undefined, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect((await enter(userId)).evicted.aborted).toBe(false)
  })
})

describe('a page that was frozen', () => {
  let page: ReturnType<typeof openPage>
  beforeEach(() => {
    page = openPage()
  })
  afterEach(() => page.close())
  /** WebKit takes the lock of a page that it freezes; `departed`: as the page in which an account leaves says. */
  const froze = async (userId: string, departed: boolean): Promise<void> => {
    freeze()
    await navigator.locks.request(`mirutomo-account:${userId}`, { steal: true }, async () => {
      if (departed) localStorage.setItem('mirutomo-departure', crypto.randomUUID())
    })
    resume()
  }

  test('keeps its account, though the browser took its lock', async () => {
    const userId = freshAccount()
    const { evicted } = await enter(userId)
    await froze(userId, false)
    await froze(userId, false)
    const entered = enter(userId)
    expect((await entered).evicted.aborted).toBe(false)
    expect(evicted.aborted).toBe(false)
  })

  test('knows in the task in which it resumes that an account has left', async () => {
    const userId = freshAccount()
    const { evicted } = await enter(userId)
    await froze(userId, true)
    expect(evicted.aborted).toBe(true)
  })

  test('knows before it holds its place again that an account has left while it resumed', async () => {
    const userId = freshAccount()
    const { evicted } = await enter(userId)
    const leaving = Promise.withResolvers<void>()
    freeze()
    const departure = navigator.locks.request(
      `mirutomo-account:${userId}`,
      { steal: true },
      () => leaving.promise,
    )
    resume()
    localStorage.setItem('mirutomo-departure', crypto.randomUUID())
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(evicted.aborted).toBe(false)
    leaving.resolve()
    await departure
    await aborted(evicted)
  })

  test('does not trust where it cannot be told whether an account has left', async () => {
    const userId = freshAccount()
    const { evicted } = await enter(userId)
    vi.stubGlobal('localStorage', undefined)
    await froze(userId, false)
    vi.unstubAllGlobals()
    expect(evicted.aborted).toBe(true)
  })

  test('hears of the departures that this page makes', async () => {
    const before = localStorage.getItem('mirutomo-departure')
    await evictAll(freshAccount(), undefined, () => Promise.resolve())
    const after = localStorage.getItem('mirutomo-departure')
    await evictAll(freshAccount(), undefined, () => Promise.resolve())
    expect(new Set([before, after, localStorage.getItem('mirutomo-departure')]).size).toBe(3)
  })
})
