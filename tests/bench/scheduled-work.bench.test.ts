import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnDatabase, type OwnDatabase } from '../../sync/integration/model/database.ts'
import { fillForPlans, scaleId, somebodysRows } from '../../supabase/tests/scale.ts'
import { report } from './report.ts'

const MEMBERS = 20_000
const RATINGS_PER_PERSON = 20
const VIDEOS = 20_000
/** Members who push one rating after another. */
const PUSHING = 4
const PAUSE_MS = 50
const IDLE_MS = 15_000
const SAMPLE_MS = 100
const GOAL = { pushes: 2, horizonMs: 2_000 }

let database: OwnDatabase
beforeAll(async () => {
  database = await openOwnDatabase()
  const ratings = MEMBERS * RATINGS_PER_PERSON
  await fillForPlans(database.admin, { ratings, ratingsPerPerson: RATINGS_PER_PERSON, videos: VIDEOS })
}, 600_000)
afterAll(() => database.stop())

async function connectAsHosted(): Promise<pg.Client> {
  const client = await database.connect()
  await client.query('reset enable_hashjoin; reset enable_mergejoin; reset lock_timeout')
  return client
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

/** ms of each push of one rating, until told to stop. */
async function pushUntil(isOver: () => boolean): Promise<number[]> {
  const pushOne = async (member: number): Promise<number[]> => {
    const person = Math.floor((member * MEMBERS) / PUSHING)
    const client = await connectAsHosted()
    const rowsOf = await somebodysRows(client, 'ratings', person)
    const claims = JSON.stringify({ sub: scaleId('person', person), role: 'authenticated' })
    await client.query(
      `select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)`,
      [claims],
    )
    const taken: number[] = []
    for (let time = Date.now(); !isOver(); time++) {
      const startedAt = performance.now()
      await client.query('select public.sync_push($1)', [JSON.stringify({ ratings: rowsOf(time, 1) })])
      taken.push(performance.now() - startedAt)
      await pause(PAUSE_MS)
    }
    return taken
  }
  return (await Promise.all(Array.from({ length: PUSHING }, (_, member) => pushOne(member)))).flat()
}

/** The oldest that a transaction was which still holds the horizon of pulls back, ms. */
async function horizonUntil(isOver: () => boolean): Promise<number> {
  let oldest = 0
  while (!isOver()) {
    const { rows } = await database.admin.query<{ age: number | null }>(
      `select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as age
       from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()`,
    )
    oldest = Math.max(oldest, rows[0]?.age ?? 0)
    await pause(SAMPLE_MS)
  }
  return oldest
}

/** Everything that an hour brings, until nothing of it is left: how long that took, s. */
async function doHoursWork(): Promise<number> {
  const client = await connectAsHosted()
  await client.query('update private.video_totals set is_unpublished = true')
  await client.query(`update private.scheduled_work set last_run_at = '-infinity' where calls is null`)
  const startedAt = performance.now()
  for (let isLeft = true; isLeft;) {
    await client.query('call private.do_scheduled_work()')
    const { rows } = await client.query<{ left: boolean }>(
      'select bool_or(began_at is not null or failed_at is not null) as left from private.scheduled_work where calls is null',
    )
    isLeft = rows[0]?.left === true
  }
  return (performance.now() - startedAt) / 1_000
}

test('P26: pushes of members while an hour of scheduled work runs', { timeout: 900_000 }, async () => {
  const idleEnds = performance.now() + IDLE_MS
  const idle = await pushUntil(() => performance.now() > idleEnds)
  let isOver = false
  const [seconds, busy, horizon] = await Promise.all([
    doHoursWork().finally(() => {
      isOver = true
    }),
    pushUntil(() => isOver),
    horizonUntil(() => isOver),
  ])
  expect(busy.length).toBeGreaterThan(0)
  await report({
    part: 'p26',
    title: 'Pushes while scheduled work runs',
    figures: [
      {
        id: 'P26',
        what: 'push of one rating, p95 while the work of an hour runs ÷ idle',
        measured: p95(busy) / p95(idle),
        unit: 'ratio',
        goal: GOAL.pushes,
        detail: `${p95(busy).toFixed(1)} ÷ ${p95(idle).toFixed(1)} ms, at most ${Math.max(...busy).toFixed(0)} ms; the work took ${seconds.toFixed(1)} s`,
      },
      {
        id: 'P26',
        what: 'age of the oldest transaction that held pulls back',
        measured: horizon,
        unit: 'ms',
        goal: GOAL.horizonMs,
        detail: `looked for every ${SAMPLE_MS} ms`,
      },
    ],
    notes: [
      `${MEMBERS.toLocaleString('en')} members with ${RATINGS_PER_PERSON} ratings each, ${VIDEOS.toLocaleString('en')} videos, all to be published; ${PUSHING} members push one rating after another, ${PAUSE_MS} ms between them. Server, work and members share this machine's processors; fsync is off.`,
    ],
    tables: [],
    charts: [],
  })
})
