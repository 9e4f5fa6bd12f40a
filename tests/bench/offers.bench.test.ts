import type pg from 'pg'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { openOwnDatabase, type OwnDatabase } from '../../sync/integration/model/database.ts'
import { fillForPlans, scaleId } from '../../supabase/tests/scale.ts'
import { report } from './report.ts'
import { median } from './result.ts'

const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 100_000)
const RATINGS_PER_PERSON = 10
const VIDEOS = 20_000
const CALLS = 60
/** ms of database time (issue: matching among 100,000 people). */
const GOAL = 50

type Node = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Actual Rows'?: number | undefined
  'Actual Loops'?: number | undefined
  Plans?: Node[] | undefined
}
const Node: v.GenericSchema<Node> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Index Name': v.optional(v.string()),
  'Actual Rows': v.optional(v.number()),
  'Actual Loops': v.optional(v.number()),
  Plans: v.optional(v.array(v.lazy(() => Node))),
})
const Explained = v.object({ 'Query Text': v.string(), Plan: Node })

let database: OwnDatabase | undefined
afterAll(() => database?.stop())

/** Asks for candidates as this person, who was offered none today; answers ms. */
async function offer(client: pg.Client, person: number): Promise<number> {
  const claims = JSON.stringify({ sub: scaleId('person', person), role: 'authenticated' })
  await client.query(
    `select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)`,
    [claims],
  )
  const startedAt = performance.now()
  await client.query({ name: 'offer', text: 'select public.offer_candidates()' })
  return performance.now() - startedAt
}

type Read = { table: string; by: string; rows: number }

/** Every table that a plan reads, how, and how many rows came of it. */
function readsOf({ Plans = [], ...node }: Node): Read[] {
  const table = node['Relation Name']
  const rows = Math.round((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0))
  const by = `${node['Node Type']} ${node['Index Name'] ?? ''}`.trim()
  const own = table === undefined ? [] : [{ table, by, rows }]
  return [...own, ...Plans.flatMap(readsOf)]
}

/** One line for each way in which a table was read. */
const summed = (reads: Read[]): string[][] =>
  [...Map.groupBy(reads, ({ table, by }) => `${table} ${by}`).values()].flatMap((same) => {
    const rows = same.reduce((sum, read) => sum + read.rows, 0)
    return same.slice(0, 1).map(({ table, by }) => [table, by, rows.toLocaleString('en')])
  })

test('P17: the candidates of one person among many', { timeout: 1_800_000 }, async () => {
  database = await openOwnDatabase()
  const ratings = PEOPLE * RATINGS_PER_PERSON
  await fillForPlans(database.admin, { ratings, ratingsPerPerson: RATINGS_PER_PERSON, videos: VIDEOS })
  const client = await database.connect()
  await client.query('reset enable_hashjoin; reset enable_mergejoin')
  const times: number[] = []
  // The first calls warm plans and caches
  for (let call = -10; call < CALLS; call++) {
    const ms = await offer(client, Math.floor(((call + 10) * PEOPLE) / (CALLS + 10)))
    if (call >= 0) times.push(ms)
  }

  const reads: Read[] = []
  client.on('notice', ({ message = '' }) => {
    const json = /plan:\n(\{[\s\S]*)$/.exec(message)?.[1]
    if (json !== undefined) reads.push(...readsOf(v.parse(Explained, JSON.parse(json)).Plan))
  })
  await client.query(`
    reset role; load 'auto_explain';
    set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
    set auto_explain.log_level = notice; set auto_explain.log_format = json`)
  await offer(client, PEOPLE - 1)

  const slowest = Math.max(...times)
  await report({
    part: 'p17',
    title: `Server: candidates for one person among ${PEOPLE.toLocaleString('en')}`,
    figures: [
      {
        id: 'P17',
        what: `offer_candidates(), ${PEOPLE.toLocaleString('en')} people`,
        measured: median(times),
        unit: 'ms',
        goal: GOAL,
        detail: `slowest of ${CALLS}: ${slowest.toFixed(1)} ms`,
      },
    ],
    notes: [
      `${PEOPLE.toLocaleString('en')} people in the pool, ${ratings.toLocaleString('en')} ratings and a tenth as many favourites of ${VIDEOS.toLocaleString('en')} videos. One call each as ${CALLS} people far from each other, with everything it writes and the way there and back; median.`,
      'Below: every table that one call reads, how, and how many rows came of it.',
    ],
    tables: [{ head: ['table', 'read by', 'rows'], rows: summed(reads) }],
    charts: [],
  })
  expect(reads.length).toBeGreaterThan(0)
})
