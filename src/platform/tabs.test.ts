import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** What a tab keeps for itself. */
class Shelf {
  #items = new Map<string, string>()
  getItem = (key: string): string | null => this.#items.get(key) ?? null
  setItem = (key: string, text: string): void => void this.#items.set(key, text)
}

/** Another document, with these items of its tab; each evaluates the module anew. */
async function openDocument(tab = new Shelf()) {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', tab)
  const document = await import('./tabs.ts')
  return { ...document, tab }
}

/** Of a tab that has ended nobody holds the lock. */
const DEAD = 'dead'

beforeEach(() => vi.stubGlobal('navigator', { locks }))
afterEach(() => vi.unstubAllGlobals())

describe('a tab', () => {
  test('has the same name over a reload, and another one when it is duplicated', async () => {
    const first = await openDocument()
    const name = first.ownTab()
    await first.settleTab([])
    const copied = new Shelf()
    copied.setItem('mirutomo-tab', name)
    const duplicate = await openDocument(copied)
    expect(duplicate.ownTab()).toBe(name)
    await duplicate.settleTab([])
    expect(duplicate.ownTab()).not.toBe(name)
    expect((await openDocument(first.tab)).ownTab()).toBe(name)
  })

  test('inherits what has ended, alone, and nothing of a tab that lives', async () => {
    const [first, second] = [await openDocument(), await openDocument()]
    await first.settleTab([DEAD])
    await second.settleTab([DEAD, first.ownTab()])
    expect([DEAD, second.ownTab()].map(first.isOwnTab)).toEqual([true, false])
    expect([DEAD, first.ownTab()].map(second.isOwnTab)).toEqual([false, false])
  })

  test('takes another name where the browser took its locks away and somebody is its heir', async () => {
    const slept = await openDocument()
    const name = slept.ownTab()
    // As WebKit does it with a page that it freezes
    const heir = await openDocument()
    await heir.settleTab([name])
    await slept.settleTabAgain()
    expect(slept.isOwnTab(name)).toBe(false)
    expect(heir.isOwnTab(name)).toBe(true)
  })

  test('keeps what it has inherited over a sleep', async () => {
    const slept = await openDocument()
    await slept.settleTab(['ended'])
    const name = slept.ownTab()
    await slept.settleTabAgain()
    expect([name, 'ended'].map(slept.isOwnTab)).toEqual([true, true])
  })

  test('is the only one where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {})
    const { ownTab, settleTab, isOwnTab } = await openDocument()
    await settleTab(['another'])
    expect([ownTab(), 'another'].every(isOwnTab)).toBe(true)
  })
})
