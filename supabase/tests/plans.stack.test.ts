import type pg from 'pg'
import { FREE_MATCH_CANDIDATES } from '#domain/matching.ts'
import { PULLED_NAMES } from '../../sync/collections/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { openOwnDatabase, type OwnDatabase } from '../../sync/integration/model/database.ts'
import { fillForPlans, SOMEBODY, somebodysRows } from './scale.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string | undefined; Plans?: Plan[] | undefined }
const Plan: v.GenericSchema<Plan> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  Plans: v.optional(v.array(v.lazy(() => Plan))),
})
const Explained = v.object({ 'Query Text': v.string(), Plan })

/** Tables that grow with what people do, and so may not be read as a whole by a pull or a push. */
const GROWING = [
  'profiles',
  'videos',
  'favorites',
  'video_ratings',
  'notifications',
  'notification_reads',
  'conversations',
  'messages',
  'connections',
  'history',
  'settings',
  'relations',
  'blocks',
  'revocations',
  'sync_epochs',
  'met_profiles',
  'touched_videos',
  'departed_videos',
  'video_totals',
  'notification_preferences',
  'match_pool',
  'profile_private',
  'spending',
  'objects',
]
/** PostgreSQL tries five plans made for the values before it settles on one for all. */
const TIMES = 7

let database: OwnDatabase
let client: pg.Client
let plans: v.InferOutput<typeof Explained>[] = []
beforeAll(async () => {
  database = await openOwnDatabase()
  await fillForPlans(database.admin, { ratings: 50_000, ratingsPerPerson: 10, videos: 20_000 })
  client = await database.connect()
  client.on('notice', (notice) => {
    const json = /plan:\n(\{[\s\S]*)$/.exec(notice.message ?? '')?.[1]
    if (json !== undefined) plans.push(v.parse(Explained, JSON.parse(json)))
  })
  await client.query(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set auto_explain.log_level = notice; set auto_explain.log_format = json;
    reset enable_hashjoin; reset enable_mergejoin`)
})
afterAll(() => database.stop())

/** Does it as a person, as often as plans need to settle, and answers which tables were read as a whole, by which statement. */
async function wholeReads(
  statement: string,
  values: (time: number) => unknown[],
  times = TIMES,
): Promise<string[]> {
  plans = []
  for (let time = 0; time < times; time++) {
    await client.query('begin')
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: SOMEBODY, role: 'authenticated' })],
    )
    await client.query(statement, values(time))
    await client.query('commit')
  }
  const found = plans.flatMap(({ Plan: plan, 'Query Text': text }) =>
    seqScansOf(plan).map((table) => `${table}: ${text.replace(/\s+/g, ' ').slice(0, 160)}`),
  )
  return [...new Set(found)]
}

function seqScansOf(plan: Plan): string[] {
  const table = plan['Relation Name'] ?? ''
  const own = plan['Node Type'] === 'Seq Scan' && GROWING.includes(table) ? [table] : []
  return [...own, ...(plan.Plans ?? []).flatMap(seqScansOf)]
}

test.each(PULLED_NAMES)('a pull of %s reads no growing table as a whole', async (collection) => {
  const positions = [
    null,
    { epoch: '1.1', row_version: 5_000, id: '' },
    { epoch: '1.1', row_version: 10_000_000, id: '' },
  ]
  for (const position of positions) {
    const found = await wholeReads('select public.sync_pull($1, 500)', () => [
      JSON.stringify({ [collection]: position }),
    ])
    expect(plans.length).toBeGreaterThan(TIMES)
    expect(found).toEqual([])
  }
})

test.each([
  'favorites',
  'ratings',
  'history',
  'settings',
  'relations',
  'notification_reads',
  'conversations',
  'messages',
])('a push of %s reads no growing table as a whole', async (noun) => {
  const rows = await somebodysRows(database.admin, noun)
  for (const count of [1, 40]) {
    const found = await wholeReads('select public.sync_push($1)', (time) => [
      JSON.stringify({ [noun]: rows(time, count) }),
    ])
    expect(plans.length).toBeGreaterThan(TIMES)
    expect(found).toEqual([])
  }
})

test('offering candidates reads no growing table as a whole: nobody is compared with everybody', async () => {
  const forget = () =>
    database.admin.query('delete from public.relations where user_id = $1 and offered_on is not null', [
      SOMEBODY,
    ])
  const found: string[] = []
  for (let time = 0; time < TIMES; time++) {
    await forget()
    found.push(...(await wholeReads('select public.offer_candidates()', () => [], 1)))
  }
  expect(plans.length).toBeGreaterThan(TIMES)
  expect(found).toEqual([])
  const offered = await database.admin.query(
    'select count(*)::integer as count from public.relations where user_id = $1 and offered_on is not null',
    [SOMEBODY],
  )
  expect(offered.rows).toEqual([{ count: FREE_MATCH_CANDIDATES }])
})

test('telling of incoming likes reads no growing table as a whole, and offers nobody', async () => {
  const others = await database.admin.query<{ id: string }>(
    `update public.relations set offer = null, offered_on = null, likes_me_at = 1
     where id in (select id from public.relations where user_id = $1 limit 3) returning id`,
    [SOMEBODY],
  )
  expect(others.rows).toHaveLength(3)
  expect(await wholeReads('select public.tell_incoming_likes()', () => [])).toEqual([])
  const told = await database.admin.query(
    `select count(*)::integer as told from public.relations
     where user_id = $1 and likes_me_at is not null and offer is not null and offered_on is null`,
    [SOMEBODY],
  )
  expect(told.rows).toEqual([{ told: 3 }])
})

test('a page of older messages reads no growing table as a whole', async () => {
  const { rows } = await database.admin.query<{ id: string }>(
    'select id from public.conversations where $1 in (user1_id, user2_id) and not private.is_blocked(user1_id, user2_id) limit 1',
    [SOMEBODY],
  )
  const found = await wholeReads('select public.older_messages($1, 1000000000)', () => [rows[0]?.id])
  expect(plans.length).toBeGreaterThan(TIMES)
  expect(found).toEqual([])
})

test('whether a person may put another file there reads no growing table as a whole', async () => {
  expect(await wholeReads('select private.full_buckets()', () => [])).toEqual([])
  expect(plans.length).toBeGreaterThanOrEqual(TIMES)
})

test.each([
  ['video_ratings', 'user_id', 'video_id'],
  ['messages', 'sender_id', 'conversation_id'],
])('%s with the person of each read no growing table as a whole', async (table, holder, column) => {
  const { rows } = await database.admin.query<{ value: string }>(
    `select ${column} as value from public.${table} limit 1`,
  )
  // As the API embeds one
  const found = await wholeReads(
    `select held.id, people.username from public.${table} as held
     left join lateral (select username from public.profiles where profiles.id = held.${holder}) as people on true
     where ${column} = $1 order by held.created_at desc limit 100`,
    () => [rows[0]?.value],
  )
  expect(plans.length).toBeGreaterThanOrEqual(TIMES)
  expect(found).toEqual([])
})

test('a table that is read as a whole would be seen', async () => {
  await database.admin.query('drop index public.history_row_version_index')
  const found = await wholeReads('select public.sync_pull($1, 500)', () => [
    JSON.stringify({ history: null }),
  ])
  expect(found).toEqual([expect.stringMatching(/^history: /)])
})
