// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import {
  dismissLoss,
  tellNextDocument,
  loss,
  noteOpened,
  noteSignedOut,
  noteUnsent,
  noteVanished,
} from './loss.ts'

beforeEach(() => {
  dismissLoss()
  localStorage.clear()
})

const FOUND = { store: 'mirutomo-anna', born: 'first', damaged: false }
const REPLACED = { ...FOUND, born: 'second' }

test('says how much was unsent when the databases are others, until it was read', () => {
  noteUnsent('anna', 3, FOUND)
  noteOpened('anna', REPLACED)
  expect(loss.read()).toEqual({ userId: 'anna', count: 3 })
  noteOpened('anna', REPLACED)
  expect(loss.read()).toEqual({ userId: 'anna', count: 3 })
  dismissLoss()
  noteOpened('anna', REPLACED)
  expect(loss.read()).toBeNull()
})

test('says it too when one of several was missing, and when the session went with them', () => {
  noteUnsent('anna', 1, FOUND)
  noteOpened('anna', { ...FOUND, damaged: true })
  expect(loss.read()?.count).toBe(1)
  dismissLoss()
  noteUnsent('anna', 2, FOUND)
  noteSignedOut(['rxdb-dexie-mirutomo-anna--0--ratings'])
  expect(loss.read()).toBeNull()
  noteSignedOut(['mirutomo-session'])
  expect(loss.read()?.count).toBe(2)
})

test('says nothing when everything was sent, when nothing happened, or after an update', () => {
  noteUnsent('anna', 2, FOUND)
  noteUnsent('anna', 0, FOUND)
  noteOpened('anna', REPLACED)
  noteUnsent('anna', 2, FOUND)
  noteOpened('anna', { store: 'mirutomo-anna-g2', born: 'second', damaged: false })
  noteOpened('anna', FOUND)
  expect(loss.read()).toBeNull()
})

test('tells nobody of another account', () => {
  noteUnsent('anna', 2, FOUND)
  noteOpened('ben', { store: 'mirutomo-ben', born: 'third', damaged: true })
  expect(loss.read()).toBeNull()
  expect(localStorage.length).toBe(0)
  noteUnsent('anna', 2, FOUND)
  noteSignedOut([])
  noteOpened('ben', { store: 'mirutomo-ben', born: 'third', damaged: false })
  expect(loss.read()).toBeNull()
  expect(JSON.stringify(localStorage)).not.toContain('anna')
})

test('a tab under which everything was cleared still knows how much was unsent', () => {
  noteUnsent('anna', 2, FOUND)
  noteVanished()
  localStorage.clear()
  noteOpened('anna', REPLACED)
  expect(loss.read()).toEqual({ userId: 'anna', count: 2 })
})

test('a tab under which the databases were deleted says so where nothing was unsent, and once', () => {
  noteUnsent('anna', 0, FOUND)
  noteVanished()
  noteOpened('anna', REPLACED)
  expect(loss.read()).toEqual({ userId: 'anna', count: 0 })
  dismissLoss()
  noteOpened('anna', { ...FOUND, born: 'third' })
  expect(loss.read()).toBeNull()
})

test('the next document says so where the browser opened nothing to the one before', async () => {
  noteUnsent('anna', 0, FOUND)
  noteVanished()
  expect(localStorage.length).toBe(0)
  tellNextDocument()
  vi.resetModules()
  const next = await import('./loss.ts')
  next.noteOpened('anna', REPLACED)
  expect(next.loss.read()).toEqual({ userId: 'anna', count: 0 })
})

test('the loss of one account is not told to the next', () => {
  noteUnsent('anna', 2, FOUND)
  noteVanished()
  noteOpened('ben', { store: 'mirutomo-ben', born: 'third', damaged: false })
  noteOpened('anna', REPLACED)
  expect(loss.read()).toBeNull()
})

test('a sentence that was read in one tab goes in the others', () => {
  noteUnsent('anna', 1, FOUND)
  noteOpened('anna', REPLACED)
  localStorage.removeItem('mirutomo-lost')
  window.dispatchEvent(new StorageEvent('storage', { key: 'mirutomo-lost' }))
  expect(loss.read()).toBeNull()
})
