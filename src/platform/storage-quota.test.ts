// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { actAs } from '../../tests/support/act-as.ts'
import { storageLifetime } from './storage-lifetime.ts'
import { keepStorage, keepStorageSilently } from './storage-quota.ts'

let isPersisted = false
const persist = vi.fn(() => Promise.resolve(isPersisted))
const storage = { persisted: () => Promise.resolve(isPersisted), persist }
beforeEach(() => {
  isPersisted = false
  persist.mockClear()
  Object.assign(navigator, { storage })
})

test('Firefox puts its question only when the person asks for it, other browsers decide unseen, once a page', async () => {
  actAs('Firefox on a laptop')
  await keepStorageSilently()
  expect(persist).not.toHaveBeenCalled()
  await keepStorage()
  expect(persist).toHaveBeenCalledOnce()
  actAs('Chrome on a laptop')
  await keepStorageSilently()
  await keepStorageSilently()
  expect(persist).toHaveBeenCalledTimes(2)
})

test.each([
  ['Safari on an iPhone', 'week'],
  ['the app on an iPhone', 'until-full'],
  ['Chrome on Android', 'until-full'],
  ['Firefox on a laptop', 'until-full'],
] as const)('in %s storage lasts: %s; for good where the browser agreed to it', async (name, lifetime) => {
  actAs(name)
  expect(await storageLifetime()).toBe(lifetime)
  isPersisted = true
  expect(await storageLifetime()).toBe('lasting')
})

test('in a private window it lasts as long as the window', async () => {
  Object.assign(navigator, {
    storage: { ...storage, getDirectory: () => Promise.reject(new DOMException('no', 'SecurityError')) },
  })
  expect(await storageLifetime()).toBe('window')
})
