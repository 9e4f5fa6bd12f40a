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

const ignore = (): void => {}
/** Of a tab that has ended nobody holds the lock. */
const DEAD = 'dead'

beforeEach(() => vi.stubGlobal('navigator', { locks }))
afterEach(() => vi.unstubAllGlobals())

describe('a tab', () => {
  test('has the same name over a reload, and another one when it is duplicated', async () => {
    const first = await openDocument()
    const name = first.ownTab()
    await first.settleTab([], ignore)
    const copied = new Shelf()
    copied.setItem('mirutomo-tab', name)
    const duplicate = await openDocument(copied)
    expect(duplicate.ownTab()).toBe(name)
    await duplicate.settleTab([], ignore)
    expect(duplicate.ownTab()).not.toBe(name)
    expect((await openDocument(first.tab)).ownTab()).toBe(name)
  })

  test('inherits what has ended, alone, and nothing of a tab that lives', async () => {
    const [first, second] = [await openDocument(), await openDocument()]
    await first.settleTab([DEAD], ignore)
    await second.settleTab([DEAD, first.ownTab()], ignore)
    expect([DEAD, second.ownTab()].map(first.isOwnTab)).toEqual([true, false])
    expect([DEAD, first.ownTab()].map(second.isOwnTab)).toEqual([false, false])
  })

  test('has its name back from an heir that took it for ended between two documents', async () => {
    const before = await openDocument()
    const name = before.ownTab()
    const heir = await openDocument()
    const givenBack = vi.fn()
    await heir.settleTab([name], givenBack)
    expect(heir.isOwnTab(name)).toBe(true)
    const after = await openDocument(before.tab)
    await after.settleTab([], ignore)
    expect(after.ownTab()).toBe(name)
    expect(heir.isOwnTab(name)).toBe(false)
    expect(givenBack).toHaveBeenCalledOnce()
    // As WebKit does it with a page that it freezes
    await heir.settleTabAgain(ignore)
    expect(heir.isOwnTab(name)).toBe(false)
  })

  test('waits for its document before to let its name go', async () => {
    const before = await openDocument()
    const ended = Promise.withResolvers<void>()
    void locks.request(`mirutomo-tab:${before.ownTab()}`, () => ended.promise)
    const after = await openDocument(before.tab)
    const settled = after.settleTab([], ignore)
    ended.resolve()
    await settled
    expect(after.ownTab()).toBe(before.ownTab())
  })

  test('keeps what it has inherited over a sleep', async () => {
    const slept = await openDocument()
    await slept.settleTab(['ended'], ignore)
    const name = slept.ownTab()
    await slept.settleTabAgain(ignore)
    expect([name, 'ended'].map(slept.isOwnTab)).toEqual([true, true])
  })

  test('keeps over a sleep what it has asked for twice at once', async () => {
    const slept = await openDocument()
    await slept.settleTab([], ignore)
    await Promise.all([slept.inherit(['twice']), slept.inherit(['twice'])])
    await slept.settleTabAgain(ignore)
    expect(slept.isOwnTab('twice')).toBe(true)
  })

  test('is the only one where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {})
    const { ownTab, settleTab, isOwnTab } = await openDocument()
    await settleTab(['another'], ignore)
    expect([ownTab(), 'another'].every(isOwnTab)).toBe(true)
  })
})
