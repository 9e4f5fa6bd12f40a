import { afterEach, describe, expect, test } from 'vitest'
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
