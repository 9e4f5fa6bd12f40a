// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { dismissLoss, loss, noteOpened, noteSignedOut, noteUnsent } from './loss.ts'

beforeEach(() => {
  dismissLoss()
  localStorage.clear()
})

test('says how much was unsent when the databases are gone, until it was read', () => {
  noteUnsent('anna', 3)
  noteOpened('anna', 'new')
  expect(loss.read()).toEqual({ userId: 'anna', count: 3 })
  noteOpened('anna', 'whole')
  expect(loss.read()).toEqual({ userId: 'anna', count: 3 })
  dismissLoss()
  noteOpened('anna', 'new')
  expect(loss.read()).toBeNull()
})

test('says it too when one of several is gone, and when the session went with them', () => {
  noteUnsent('anna', 1)
  noteOpened('anna', { missing: ['ratings'], outbox: false })
  expect(loss.read()?.count).toBe(1)
  dismissLoss()
  noteUnsent('anna', 2)
  noteSignedOut(['rxdb-dexie-mirutomo-anna--0--ratings'])
  expect(loss.read()).toBeNull()
  noteSignedOut(['mirutomo-session'])
  expect(loss.read()?.count).toBe(2)
})

test('says nothing when everything was sent, on a new device, or after an update', () => {
  noteUnsent('anna', 2)
  noteUnsent('anna', 0)
  noteOpened('anna', 'new')
  noteUnsent('anna', 2)
  noteOpened('anna', 'other_generation')
  noteOpened('anna', 'whole')
  expect(loss.read()).toBeNull()
})

test('tells nobody of another account', () => {
  noteUnsent('anna', 2)
  noteOpened('ben', 'new')
  expect(loss.read()).toBeNull()
  expect(localStorage.length).toBe(0)
  noteUnsent('anna', 2)
  noteSignedOut([])
  noteOpened('ben', 'new')
  expect(loss.read()).toBeNull()
  expect(JSON.stringify(localStorage)).not.toContain('anna')
})
