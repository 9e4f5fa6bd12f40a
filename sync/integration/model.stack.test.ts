import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Act, schedules } from './model/acts.ts'
import { PEOPLE } from './model/beginning.ts'
import { bothAnswers } from './model/compare.ts'
import { openOwnDatabase, type OwnDatabase } from './model/database.ts'
import { createModelSide } from './model/model-side.ts'
import type { Side } from './model/side.ts'
import { createSqlSide } from './model/sql-side.ts'
import { createFakeServer, tokenFor } from '../testing/fake-server.ts'
import { openWorld } from './world.ts'

/**
 * How many schedules are compared, and from which seed: `MODEL_SCHEDULES=5000 MODEL_SEED=7 npx vitest run --project stack
 * sync/integration/model.stack.test.ts`. A failing one is printed with its seed, made as small as it will go.
 */
const SCHEDULES = Number(process.env['MODEL_SCHEDULES'] ?? 100)
const SEED = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31)
/** Half of them are always the same. */
const FIXED_SEED = 20_261_121

let database: OwnDatabase
let sql: Side
const model = createModelSide()
beforeAll(async () => {
  database = await openOwnDatabase()
  sql = await createSqlSide(database)
})
afterAll(() => database.stop())

async function compare(schedule: Act[]): Promise<unknown[]> {
  const answers = await bothAnswers(schedule, model, sql)
  expect(answers.model).toEqual(answers.sql)
  return answers.sql
}

test.each([
  ['the same every time', FIXED_SEED],
  ['new every time', SEED],
])(
  'the model answers every act as the database does, over schedules that are %s',
  { timeout: 600_000 },
  async (_which, seed) => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => void (await compare(schedule))),
      {
        seed,
        numRuns: Math.ceil(SCHEDULES / 2),
        endOnFailure: false,
        interruptAfterTimeLimit: 590_000,
      },
    )
  },
)

/** Schedules come here so seldom that they would not see it. */
test('the model answers as the database does where a request is answered behind a block, which counts at its end', async () => {
  const [me, other] = PEOPLE
  const answered = { connection_answer: 'accept', answered_at: 5 }
  const relation = {
    id: `${me}|${other}`,
    user_id: me,
    other_id: other,
    is_blocked: false,
    blocked_edited_at: 0,
  }
  const push: Act = { act: 'push', person: 0, batches: { relations: [{ ...relation, ...answered }] } }
  const behind: Act[] = [
    { act: 'connection', status: 'pending' },
    { act: 'block', person: 1, other: 0 },
    push,
  ]
  const told = async (schedule: Act[]): Promise<boolean> =>
    JSON.stringify(await compare(schedule)).includes('"connection_accepted"')
  expect(await told(behind)).toBe(false)
  expect(await told([...behind, { act: 'unblock', person: 1, other: 0 }])).toBe(true)
})

const favorites = (howMany: number): unknown[] => Array.from({ length: howMany }, () => ({}))
const BODIES: [string, 'sync_pull' | 'sync_push', Record<string, unknown>][] = [
  ['a pull of nothing', 'sync_pull', { checkpoints: {} }],
  ['a pull from the start', 'sync_pull', { checkpoints: { favorites: null }, page_limit: 5 }],
  ['a pull of what is unknown', 'sync_pull', { checkpoints: { secrets: null } }],
  ['a checkpoint that is none', 'sync_pull', { checkpoints: { favorites: 5 } }],
  [
    'a checkpoint without an id',
    'sync_pull',
    { checkpoints: { messages: { epoch: '1.1', row_version: 5, id: null } } },
  ],
  [
    'a checkpoint at no id',
    'sync_pull',
    { checkpoints: { messages: { epoch: '1.1', row_version: 5, id: 'x' } } },
  ],
  [
    'a checkpoint at half a version',
    'sync_pull',
    { checkpoints: { messages: { epoch: '1.1', row_version: 1.5, id: '' } } },
  ],
  ['checkpoints that are a list', 'sync_pull', { checkpoints: [] }],
  ['a push of nothing', 'sync_push', { batches: {} }],
  ['a push of an empty batch', 'sync_push', { batches: { favorites: [] } }],
  ['a push of garbage', 'sync_push', { batches: { favorites: [null, 5, {}] } }],
  ['a push of what is not pushed', 'sync_push', { batches: { profiles: [] } }],
  ['a batch that is no list', 'sync_push', { batches: { favorites: {} } }],
  ['a push of too many rows', 'sync_push', { batches: { favorites: favorites(501) } }],
  ['a text that cannot be stored', 'sync_push', { batches: { messages: [{ id: 'x', body: '\u0000' }] } }],
  ['half a character', 'sync_push', { batches: { messages: [{ id: 'x', body: '\ud800' }] } }],
]

test.each(BODIES)('over HTTP %s is answered alike', async (_what, name, body) => {
  const world = openWorld()
  const anna = await world.person('anna')
  const server = createFakeServer({ now: Date.now, checksReferences: true })
  const asked = server.ask(name, body, tokenFor(anna.userId))
  const response = await fetch(`${world.stack.api}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: world.stack.publishableKey,
      authorization: `Bearer ${anna.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  expect(response.status).toBe(asked.status)
  if (asked.status === 200) expect(withoutClock(answer)).toEqual(withoutClock(asked.answer))
  else expect(answer).toMatchObject({ code: (asked.answer as { code: string }).code })
})

/** Whose transactions are open on a database that others use, and when it answered, is another matter. */
const withoutClock = (answer: unknown): unknown => ({
  ...(answer as object),
  server_time: 0,
  held_back: false,
})
