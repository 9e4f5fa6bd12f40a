import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimLock, type Held, tryLock, untilHeldAgain, withLock } from './locks.ts'
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

  test('has a shared lock again when it resumes, though the browser took it (WebKit)', async () => {
    const { key, held, works } = await share()
    for (const _ of [1, 2]) {
      freeze()
      await takeFromPage(key)
      expect(await holders(key)).toBe(0)
      resume()
      await untilHeldAgain()
      expect(await holders(key)).toBe(1)
    }
    expect(held.lost.aborted).toBe(false)
    works.end()
    await expect.poll(() => holders(key)).toBe(0)
    expect(works.begun).toBe(1)
  })

  test('has a shared lock once when it resumes, where the browser left it', async () => {
    const { key, held, works } = await share()
    freeze()
    resume()
    await untilHeldAgain()
    await expect.poll(() => holders(key)).toBe(1)
    freeze()
    resume()
    await untilHeldAgain()
    await expect.poll(() => holders(key)).toBe(1)
    expect(held.lost.aborted).toBe(false)
    works.end()
    await expect.poll(() => holders(key)).toBe(0)
  })

  test('knows when others may have a shared lock to themselves still', async () => {
    const { key, works } = await share()
    freeze()
    await takeFromPage(key)
    const ending = Promise.withResolvers<void>()
    const inTab = navigator.locks.request(`mirutomo-open:${key}`, () => ending.promise)
    resume()
    const log: string[] = []
    const again = untilHeldAgain().then(() => log.push('held'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    log.push('the other ends')
    ending.resolve()
    await Promise.all([inTab, again])
    expect(log).toEqual(['the other ends', 'held'])
    works.end()
  })

  test('loses a shared lock that is taken from it once it has resumed', async () => {
    const { key, held } = await share()
    freeze()
    resume()
    await untilHeldAgain()
    await takeFromPage(key)
    await expect.poll(() => held.lost.aborted).toBe(true)
  })
})

/** Holds a shared lock until `works.end()`. */
async function share() {
  const key = freshKey()
  const [holding, ending] = [Promise.withResolvers<Held>(), Promise.withResolvers<void>()]
  const works = { begun: 0, end: ending.resolve }
  const work = (held: Held): Promise<void> => {
    works.begun += 1
    holding.resolve(held)
    return ending.promise
  }
  void withLock('open', key, work, 'shared')
  return { key, held: await holding.promise, works }
}

/** As WebKit does with the locks of a page that it freezes: their holders hear of it with the same error. */
const takeFromPage = (key: string): Promise<void> =>
  navigator.locks.request(`mirutomo-open:${key}`, { steal: true }, async () => {})

async function holders(key: string): Promise<number> {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === `mirutomo-open:${key}`).length
}
