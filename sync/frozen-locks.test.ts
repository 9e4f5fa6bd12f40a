import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimLock, type Held, tryLock, withLock } from './locks.ts'
import { freeze, openPage, resume } from './testing/page.ts'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => {
  resume()
  page.close()
})

let keys = 0
const freshKey = (): string => `frozen ${++keys}`
const never = new AbortController().signal
/** As another tab sees it, whose page runs. */
const isFree = async (key: string): Promise<boolean> => {
  const { held = [], pending = [] } = await navigator.locks.query()
  return ![...held, ...pending].some(({ name }) => name === `mirutomo-sync:${key}`)
}

describe('A page that is frozen', () => {
  test('gives its locks back, and knows when it resumes that they are lost', async () => {
    const key = freshKey()
    const holding = Promise.withResolvers<Held>()
    void claimLock('sync', key, { until: never }, (held) => {
      holding.resolve(held)
      return new Promise(() => {})
    })
    const held = await holding.promise
    freeze()
    expect(held.lost.aborted).toBe(true)
    expect(held.isSure()).toBe(false)
    await expect.poll(() => isFree(key)).toBe(true)
  })

  test('waits for no lock, and takes its turn again when it resumes', async () => {
    const key = freshKey()
    const ending = Promise.withResolvers<void>()
    const inTab = navigator.locks.request(`mirutomo-sync:${key}`, () => ending.promise)
    const queued = claimLock('sync', key, { until: never }, () => Promise.resolve('mine'))
    freeze()
    ending.resolve()
    await inTab
    await expect.poll(() => isFree(key)).toBe(true)
    resume()
    expect(await queued).toBe('mine')
  })

  test('begins nothing under a lock before it resumes', async () => {
    const key = freshKey()
    const begun: string[] = []
    freeze()
    const works = [
      withLock('refresh', key, async () => void begun.push('waits')),
      tryLock('sync', key, async () => void begun.push('tries')),
    ]
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toEqual([])
    resume()
    await Promise.all(works)
    expect(begun.toSorted()).toEqual(['tries', 'waits'])
  })
})
