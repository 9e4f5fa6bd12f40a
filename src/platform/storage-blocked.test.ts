import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookWhetherStorageIsBlocked, storageBlocked } from './storage-blocked.ts'

// Other files leave databases behind
beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const names = async () => (await indexedDB.databases()).map(({ name }) => name)
const refuse = (): never => {
  throw new DOMException('', 'SecurityError')
}

test('the look creates a database under a new name and leaves none, on a device that keeps nothing yet', async () => {
  const opening = vi.spyOn(indexedDB, 'open')
  await lookWhetherStorageIsBlocked()
  await lookWhetherStorageIsBlocked()
  expect(storageBlocked.read()).toBe(false)
  const opened = opening.mock.calls.map(([name]) => name)
  expect(new Set(opened).size).toBe(2)
  expect(await names()).toEqual([])
})

test('a browser that refuses to list and to open keeps nothing', async () => {
  vi.spyOn(indexedDB, 'databases').mockImplementation(() =>
    Promise.reject(new DOMException('', 'SecurityError')),
  )
  vi.spyOn(indexedDB, 'open').mockImplementation(refuse)
  await lookWhetherStorageIsBlocked()
  expect(storageBlocked.read()).toBe(true)
})

test('the look creates nothing on a device that keeps something', async () => {
  indexedDB.open('mirutomo-session', 1)
  await vi.waitFor(async () => expect(await names()).toEqual(['mirutomo-session']))
  const opening = vi.spyOn(indexedDB, 'open')
  await lookWhetherStorageIsBlocked()
  expect(opening).not.toHaveBeenCalled()
  expect(storageBlocked.read()).toBe(false)
})
