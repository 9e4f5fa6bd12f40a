import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schedules } from './model/acts.ts'
import { bothAnswers } from './model/compare.ts'
import { openOwnDatabase, type OwnDatabase } from './model/database.ts'
import { createModelSide } from './model/model-side.ts'
import { MISTAKES, NO_OWN_ROWS_CHECK, type Planted, plantedBy } from './model/planted.ts'
import type { Side } from './model/side.ts'
import { createSqlSide } from './model/sql-side.ts'

/** A mistake that is not seen in so many schedules would not be seen at all. */
const SCHEDULES_AT_MOST = 500
const SEED = 20_261_121

let database: OwnDatabase
let sql: Side
const model = createModelSide()
beforeAll(async () => {
  database = await openOwnDatabase()
  sql = await createSqlSide(database)
})
afterAll(() => database.stop())

/** How many schedules it takes until the two servers answer differently; undefined when they never do. */
async function schedulesUntilSeen(): Promise<number | undefined> {
  let count = 0
  for (const schedule of fc.sample(schedules, { seed: SEED, numRuns: SCHEDULES_AT_MOST })) {
    count++
    const answers = await bothAnswers(schedule, model, sql)
    if (!isDeepStrictEqual(answers.model, answers.sql)) return count
  }
  return undefined
}

async function expectSeen({ plant, restore }: Planted): Promise<void> {
  for (const statement of plant) await database.admin.query(statement)
  try {
    expect(await schedulesUntilSeen()).toBeLessThanOrEqual(SCHEDULES_AT_MOST)
  } finally {
    for (const statement of restore) await database.admin.query(statement)
  }
}

test.each(Object.entries(MISTAKES))(
  'a database with the mistake that %s is told apart from the model',
  { timeout: 300_000 },
  async (_name, changes) => {
    await expectSeen(await plantedBy(database.admin, changes))
  },
)

test('and one in which rows of others can be written', { timeout: 300_000 }, () =>
  expectSeen(NO_OWN_ROWS_CHECK),
)
