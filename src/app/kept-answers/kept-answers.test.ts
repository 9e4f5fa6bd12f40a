// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { CATALOGUE_MAX_AGE_MS } from '#domain/limits.ts'
import { serverTime } from '#domain/server-time.ts'
import { openExisting } from '#sync/generations/raw-database.ts'
import { forgetTraces } from '../forget-traces.ts'
import { keptName, openKeptAnswers, VISITOR } from './kept-answers.ts'

const START = Date.parse('2026-11-23T00:00:00Z')
const answer = (body: unknown, asOf: number | null = null) => ({
  body,
  total: null,
  asOf: asOf === null ? null : serverTime(asOf, 0),
})

function setUp(whose: string = crypto.randomUUID(), maxAnswers = 3) {
  const clock = { now: START }
  return { clock, whose, kept: openKeptAnswers(whose, { now: () => clock.now, maxAnswers }) }
}

test('what was kept is recalled with its age, the earlier of what server and device say', async () => {
  const { kept } = setUp()
  expect(await kept.recall('a')).toBeNull()
  await kept.keep('a', answer(['x'], START + 5_000))
  expect(await kept.recall('a')).toEqual({ answer: answer(['x']), asOf: START })
  await kept.keep('a', answer(['y'], START - 5_000))
  expect(await kept.recall('a')).toMatchObject({ answer: { body: ['y'] }, asOf: START - 5_000 })
})

test('it is bounded in number, age and size', async () => {
  const { kept, clock } = setUp()
  for (const key of ['a', 'b', 'c', 'd']) {
    clock.now++
    await kept.keep(key, answer(key))
  }
  expect(await kept.recall('a')).toBeNull()
  expect(await kept.recall('d')).not.toBeNull()
  await kept.keep('big', answer('x'.repeat(400_001)))
  expect(await kept.recall('big')).toBeNull()
  clock.now += CATALOGUE_MAX_AGE_MS + 1
  expect(await kept.recall('d')).toBeNull()
})

test('one person finds nothing of another', async () => {
  const anna = setUp()
  const ben = setUp()
  await anna.kept.keep('a', answer('secret'))
  expect(await ben.kept.recall('a')).toBeNull()
})

test('what was closed stays closed: a late answer makes no database again', async () => {
  const { kept, whose } = setUp()
  await kept.keep('a', answer('before'))
  kept.close()
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(keptName(whose))
    deleting.onsuccess = resolve
    deleting.onblocked = reject
  })
  await kept.keep('a', answer('late'))
  expect(await kept.recall('a')).toBeNull()
  expect(await openExisting(keptName(whose))).toBeUndefined()
})

test('it gives way to whoever deletes the database, and then stays closed', async () => {
  const { kept, whose } = setUp()
  await kept.keep('a', answer('before'))
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(keptName(whose))
    deleting.onsuccess = resolve
    deleting.onblocked = reject
  })
  await kept.keep('a', answer('late'))
  expect(await openExisting(keptName(whose))).toBeUndefined()
})

test('where there is no storage nothing is kept, and nothing fails', async () => {
  const { indexedDB: real } = globalThis
  Object.assign(globalThis, {
    indexedDB: {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    },
  })
  const { kept } = setUp()
  await kept.keep('a', answer('x'))
  expect(await kept.recall('a')).toBeNull()
  Object.assign(globalThis, { indexedDB: real })
})

test('what a visitor was told goes with the traces of an account', async () => {
  const { kept } = setUp(VISITOR)
  await kept.keep('a', answer('seen'))
  await forgetTraces()
  expect(await kept.recall('a')).toBeNull()
  await kept.keep('a', answer('again'))
  expect(await kept.recall('a')).not.toBeNull()
})
