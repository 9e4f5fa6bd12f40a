import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Act, schedules } from './model/acts.ts'
import { bothAnswers } from './model/compare.ts'
import { openOwnDatabase, type OwnDatabase } from './model/database.ts'
import { createModelSide } from './model/model-side.ts'
import type { Side } from './model/side.ts'
import { createSqlSide } from './model/sql-side.ts'

/**
 * How many schedules are compared, and from which seed: `MODEL_SCHEDULES=5000 MODEL_SEED=7 npx vitest run --project stack
 * sync/integration/model.stack.test.ts`. A failing one is printed with its seed, made as small as it will go.
 */
const SCHEDULES = Number(process.env['MODEL_SCHEDULES'] ?? 200)
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

async function compare(schedule: Act[]): Promise<void> {
  const answers = await bothAnswers(schedule, model, sql)
  expect(answers.model).toEqual(answers.sql)
}

test.each([
  ['the same every time', FIXED_SEED],
  ['new every time', SEED],
])(
  'the model answers every act as the database does, over schedules that are %s',
  { timeout: 600_000 },
  async (_which, seed) => {
    await fc.assert(fc.asyncProperty(schedules, compare), {
      seed,
      numRuns: Math.ceil(SCHEDULES / 2),
      endOnFailure: false,
      interruptAfterTimeLimit: 590_000,
    })
  },
)
