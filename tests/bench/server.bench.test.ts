import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { PULLED_NAMES } from '../../sync/collections/registry.ts'
import { openOwnDatabase, type OwnDatabase } from '../../sync/integration/model/database.ts'
import { fillForPlans, scaleId, somebodysRows } from '../../supabase/tests/scale.ts'
import { report } from './report.ts'
import { type Figure, median } from './result.ts'

const ROUNDS = Number(process.env['BENCH_PAIRS'] ?? 15)
const SIZES = (process.env['BENCH_RATINGS'] ?? '10000,100000,1000000').split(',').map(Number)
const RATINGS_PER_PERSON = 100
const VIDEOS = 20_000
/** One timing is that of so many calls, each as another person. */
const CALLS = 20
const GOAL = 1.3

type Operation = {
  name: string
  kind: 'pull' | 'push'
  text: string
  /** The call's parameters, made before the clock runs. */
  values: (server: Server, person: number, time: number) => unknown[]
}
type MakeRows = Awaited<ReturnType<typeof somebodysRows>>
type Server = {
  ratings: number
  people: number
  client: pg.Client
  database: OwnDatabase
  rowsOf: (noun: string, person: number) => MakeRows
}

const PULL = 'select public.sync_pull($1, 500)'
const PUSH = 'select public.sync_push($1)'
const from = (collections: string[], row_version: number | null): unknown[] => {
  const position = row_version === null ? null : { epoch: '1.1', row_version, id: '' }
  return [JSON.stringify(Object.fromEntries(collections.map((name) => [name, position])))]
}
const pushed =
  (noun: string, count: number): Operation['values'] =>
  (server, person, time) => [JSON.stringify({ [noun]: server.rowsOf(noun, person)(time, count) })]

const OPERATIONS: Operation[] = [
  // Above every version: nothing is new
  {
    name: 'pull of all, nothing new',
    kind: 'pull',
    text: PULL,
    values: () => from(PULLED_NAMES, 2_000_000_000),
  },
  {
    name: 'pull of all, 50 ratings new',
    kind: 'pull',
    text: PULL,
    values: ({ people }) =>
      from(
        PULLED_NAMES.filter((name) => name !== 'videos'),
        99 + people * (RATINGS_PER_PERSON - 50),
      ),
  },
  { name: 'first page of 100 ratings', kind: 'pull', text: PULL, values: () => from(['ratings'], null) },
  { name: 'first page of 500 videos', kind: 'pull', text: PULL, values: () => from(['videos'], null) },
  { name: 'push of 1 rating', kind: 'push', text: PUSH, values: pushed('ratings', 1) },
  { name: 'push of 40 ratings', kind: 'push', text: PUSH, values: pushed('ratings', 40) },
  { name: 'push of 40 favourites', kind: 'push', text: PUSH, values: pushed('favorites', 40) },
  { name: 'push of 40 messages', kind: 'push', text: PUSH, values: pushed('messages', 40) },
]

const servers: Server[] = []
afterAll(() => Promise.all(servers.map(({ database }) => database.stop())))

async function openServer(ratings: number): Promise<Server> {
  const database = await openOwnDatabase()
  const people = Math.ceil(ratings / RATINGS_PER_PERSON)
  await fillForPlans(database.admin, { ratings, ratingsPerPerson: RATINGS_PER_PERSON, videos: VIDEOS })
  const makers = new Map<string, MakeRows>()
  for (const noun of ['ratings', 'favorites', 'messages'])
    for (const person of personsOf(people))
      makers.set(`${noun} ${person}`, await somebodysRows(database.admin, noun, person))
  const client = await database.connect()
  await client.query('reset enable_hashjoin; reset enable_mergejoin')
  const rowsOf = (noun: string, person: number): MakeRows => makers.get(`${noun} ${person}`) ?? (() => [])
  return { ratings, people, client, database, rowsOf }
}

/** Who calls: people far from each other. */
const personsOf = (people: number): number[] =>
  Array.from({ length: CALLS }, (_, call) => Math.floor((call * people) / CALLS))

/** ms of one call, over CALLS calls. */
async function timed({ name, text, values }: Operation, server: Server, time: number): Promise<number> {
  let total = 0
  for (const person of personsOf(server.people)) {
    const claims = JSON.stringify({ sub: scaleId('person', person), role: 'authenticated' })
    await server.client.query(
      `select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)`,
      [claims],
    )
    const parameters = values(server, person, time)
    const startedAt = performance.now()
    await server.client.query({ name, text, values: parameters })
    total += performance.now() - startedAt
  }
  return total / CALLS
}

test('P14: pull and push as the ratings of a server grow', { timeout: 1_800_000 }, async () => {
  for (const ratings of SIZES) servers.push(await openServer(ratings))
  const measured = new Map<string, number[]>()
  const key = ({ name }: Operation, { ratings }: Server): string => `${name} ${ratings}`
  // The first round warms plans and caches
  for (let round = 0; round <= ROUNDS; round++) {
    for (const operation of OPERATIONS) {
      for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
        const ms = await timed(operation, server, round)
        if (round > 0)
          measured.set(key(operation, server), [...(measured.get(key(operation, server)) ?? []), ms])
      }
    }
  }
  const [smallest, ...larger] = servers
  if (smallest === undefined) throw new Error('no sizes')
  // Round by round, so that what the machine did meanwhile falls on both
  const ratio = (operation: Operation, server: Server): number => {
    const base = measured.get(key(operation, smallest)) ?? []
    const own = measured.get(key(operation, server)) ?? []
    return median(own.map((ms, round) => ms / (base[round] ?? Number.NaN)))
  }
  const cost = (operation: Operation, server: Server): number =>
    median(measured.get(key(operation, server)) ?? [])
  const figures = OPERATIONS.flatMap((operation) =>
    larger.map((server): Figure => ({
      id: 'P14',
      what: `${operation.name}: ${server.ratings.toLocaleString('en')} ÷ ${smallest.ratings.toLocaleString('en')} ratings`,
      measured: ratio(operation, server),
      unit: 'ratio',
      goal: GOAL,
      detail: `${cost(operation, server).toFixed(2)} ÷ ${cost(operation, smallest).toFixed(2)} ms`,
    })),
  )
  const size = ({ ratings }: Server): string => ratings.toLocaleString('en')
  await report({
    part: 'p14',
    title: 'Server: pull and push as the tables grow',
    figures,
    notes: [
      `${SIZES.map((ratings) => ratings.toLocaleString('en')).join(', ')} ratings of ${RATINGS_PER_PERSON} per person, and a tenth as many favourites, views, notifications, messages and settings each, in a PostgreSQL of its own for each size; ${VIDEOS.toLocaleString('en')} videos. Prepared calls over one connection, ${CALLS} people in turn, ${ROUNDS} interleaved rounds, medians; fsync is off.`,
    ],
    tables: [
      {
        head: ['ms per call', ...servers.map(size)],
        rows: OPERATIONS.map((operation) => [
          operation.name,
          ...servers.map((server) => cost(operation, server).toFixed(2)),
        ]),
      },
    ],
    charts: [
      {
        name: 'p14-server',
        title: 'Cost of one call as the server grows',
        kind: 'bars',
        axis: 'ms per call',
        categories: OPERATIONS.map(({ name }) => name),
        series: servers.map((server) => ({
          name: `${size(server)} ratings`,
          values: OPERATIONS.map((operation) => cost(operation, server)),
        })),
      },
    ],
  })
  expect(figures.every(({ measured: value }) => Number.isFinite(value))).toBe(true)
})
