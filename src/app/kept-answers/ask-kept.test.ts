import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { RestFailure, type Rest } from '../rest.ts'
import type { Settled } from '../session/session-state.ts'
import { askKept } from './ask-kept.ts'
import { createKeptDoor, type KeptStoreState } from './kept-door.ts'
import { openKeptAnswers } from './kept-answers.ts'
import { serverTime } from '#domain/server-time.ts'

const signedIn = (userId: string): Settled => ({
  status: 'signedIn',
  userId,
  email: '',
  username: null,
  recovering: false,
})

/** One device on which somebody is signed in; `server` answers. */
function setUp(server: Rest, userId: string = crypto.randomUUID()) {
  let settled: Settled = signedIn(userId)
  const kept = openKeptAnswers(userId, { now: () => 1_000 })
  const state = createValue<KeptStoreState>({
    status: 'open',
    opened: { kept, store: { userId } },
  })
  const door = createKeptDoor({ session: { settled: () => Promise.resolve(settled) }, keeper: { state } })
  return {
    doors: { rest: server, kept: door },
    leave: () => {
      settled = { status: 'signedOut', reason: 'left' }
    },
    kept,
  }
}

const names = async (rest: Rest): Promise<string[]> => {
  const { body } = await rest('profiles', { params: { bio: '2', id: '1' }, asPerson: true })
  if (!Array.isArray(body)) throw new RestFailure('server')
  return body.map(String)
}
const telling =
  (body: unknown): Rest =>
  () =>
    Promise.resolve({ body, total: null, asOf: null })
/** Writing is not waited for by whoever asks. */
const recalled = async <T>(ask: { kept: () => Promise<T | null> }): Promise<T | null> => {
  for (let tries = 0; tries < 50; tries++) {
    const found = await ask.kept()
    if (found !== null) return found
    await new Promise((resolve) => setImmediate(resolve))
  }
  return null
}

test('an answer is kept under its question and told again with its age', async () => {
  const { doors } = setUp(telling(['anna']))
  const ask = askKept(doors, names)
  expect(await ask.kept()).toBeNull()
  expect(await ask()).toEqual(['anna'])
  expect(await recalled(ask)).toEqual({ value: ['anna'], asOf: 1_000 })
  const other = askKept(doors, async (rest) => (await rest('profiles', { params: { id: '2' } })).body)
  expect(await other.kept()).toBeNull()
  const sameInAnotherOrder = askKept(
    doors,
    async (rest) => (await rest('profiles', { params: { id: '1', bio: '2' }, asPerson: true })).body,
  )
  expect(await sameInAnotherOrder.kept()).not.toBeNull()
})

test('a failure is told, and takes nothing away', async () => {
  let online = true
  const { doors } = setUp(async () => {
    if (!online) throw new RestFailure('offline')
    return { body: ['anna'], total: null, asOf: null }
  })
  const ask = askKept(doors, names)
  await ask()
  await recalled(ask)
  online = false
  await expect(ask()).rejects.toThrow('offline')
  expect(await ask.kept()).toMatchObject({ value: ['anna'] })
})

test('an answer of another shape leaves the last good one', async () => {
  let answer: unknown = ['anna']
  const { doors } = setUp(() => Promise.resolve({ body: answer, total: null, asOf: null }))
  const ask = askKept(doors, names)
  await ask()
  await recalled(ask)
  answer = { blocked: 'by a proxy' }
  await expect(ask()).rejects.toThrow('server')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await ask.kept()).toMatchObject({ value: ['anna'] })
})

test('of several questions the oldest answer says how old it is, and a missing one leaves nothing', async () => {
  const { doors, kept } = setUp(telling(1))
  const both = askKept(doors, async (rest) => [(await rest('videos')).body, (await rest('events')).body])
  await both()
  await recalled(both)
  await kept.keep(JSON.stringify(['videos', [], null, false, false]), {
    body: 2,
    total: null,
    asOf: serverTime(400, 0),
  })
  expect(await both.kept()).toEqual({ value: [2, 1], asOf: 400 })
  const three = askKept(doors, async (rest) => [(await rest('videos')).body, (await rest('blocks')).body])
  expect(await three.kept()).toBeNull()
})

test('what no longer passes the parser is nothing', async () => {
  const { doors } = setUp(telling('not a list'))
  const loose = askKept(
    doors,
    async (rest) => (await rest('profiles', { params: { id: '1', bio: '2' }, asPerson: true })).body,
  )
  await loose()
  expect(await recalled(loose)).not.toBeNull()
  expect(await askKept(doors, names).kept()).toBeNull()
})

test('an answer that comes when the asker has left is not kept, neither for them nor for a visitor', async () => {
  const answer = Promise.withResolvers<void>()
  const { doors, leave, kept } = setUp(async () => {
    await answer.promise
    return { body: ['secret'], total: null, asOf: null }
  })
  const ask = askKept(doors, names)
  const asking = ask()
  await Promise.resolve()
  leave()
  answer.resolve()
  await asking
  expect(await recalled(ask)).toBeNull()
  expect(
    await kept.recall(
      JSON.stringify([
        'people',
        [
          ['a', '1'],
          ['b', '2'],
        ],
        null,
        false,
        true,
      ]),
    ),
  ).toBeNull()
})
