import { expect, test } from 'vitest'
import { report } from './report.ts'
import { median } from './result.ts'
import { PULLED_NAMES } from '../../sync/collections/registry.ts'
import { contending, LIMIT_MS, ms, PAIRS, ratios, say, short } from './rounds.ts'

const { contenders } = contending()

test('P15: the first 50 of 10,000 notifications in a new process', { timeout: LIMIT_MS }, async () => {
  const { on, host } = contenders()
  const server = await contenders().personWith(10_000)
  const keep = { keep: true }
  await on('ours', 'kept', (bench, asked) => bench.firstSync(asked), server, keep)
  await on('dexie', 'kept', (bench, asked) => bench.firstSync(asked, 500), server, keep)
  await on('rxdb-supabase', 'kept', (bench, asked) => bench.firstSync(asked), server, keep)
  const taken = { ours: [] as number[], dexie: [] as number[], rxdb: [] as number[] }
  for (let pair = 0; pair < PAIRS; pair++) {
    say(`P15: pair ${pair + 1} of ${PAIRS}`)
    await host.restart()
    taken.dexie.push(await on('dexie', 'kept', (bench) => bench.first50(), null, keep))
    await host.restart()
    taken.ours.push(await on('ours', 'kept', (bench, { userId }) => bench.first50(userId), server, keep))
    if (pair >= 5) continue
    await host.restart()
    taken.rxdb.push(await on('rxdb-supabase', 'kept', (bench) => bench.first50(), null, keep))
  }
  await report({
    part: 'p15',
    title: 'The first 50 of 10,000 notifications in a new process',
    figures: [
      {
        id: 'P15',
        what: 'first 50 of 10,000 notifications, new process ÷ raw Dexie',
        measured: median(ratios(taken.ours, taken.dexie)),
        unit: 'ratio',
        goal: 3.5,
      },
    ],
    notes: [
      `The whole browser is started anew for every measurement on a profile that holds the rows; ${PAIRS} interleaved pairs (the stock plugin's storage: ${taken.rxdb.length}). From the first line of the script, opening the database included, to 50 documents in memory. Ours opens all its collections, the peers theirs; an open list is then live.`,
    ],
    tables: [
      {
        head: ['', 'ms', '÷ raw Dexie'],
        rows: [
          ['ours', ms(taken.ours), short(ratios(taken.ours, taken.dexie))],
          ['raw Dexie', ms(taken.dexie), '1'],
          ['stock RxDB', ms(taken.rxdb), short(ratios(taken.rxdb, taken.dexie))],
        ],
      },
    ],
    charts: [
      {
        name: 'p15',
        title: 'First 50 of 10,000 notifications, new process',
        kind: 'bars',
        axis: 'ms, median',
        categories: [''],
        series: [
          { name: 'ours', values: [median(taken.ours)] },
          { name: 'raw Dexie', values: [median(taken.dexie)] },
          { name: 'stock RxDB', values: [median(taken.rxdb)] },
        ],
      },
    ],
  })
  expect(taken.ours).toHaveLength(PAIRS)
})

test('P16: a reconnect with nothing new', { timeout: LIMIT_MS }, async () => {
  const { on } = contenders()
  const server = await contenders().personWith(10)
  const ours = await on('ours', 'again', (bench, asked) => bench.reconnect(asked), server)
  const tables = ['bench_notifications', 'bench_messages']
  const dexie = await on('dexie', 'again', (bench, asked) => bench.reconnect(asked.server, asked.tables), {
    server,
    tables,
  })
  const rxdb = await on('rxdb-supabase', 'again', (bench, asked) => bench.reconnect(asked), server)
  await report({
    part: 'p16',
    title: 'A reconnect with nothing new',
    figures: [
      {
        id: 'P16',
        what: 'requests on reconnect with nothing new',
        measured: ours,
        unit: 'requests',
        goal: 2,
      },
    ],
    notes: [
      `Ours asks for ${PULLED_NAMES.length} collections in one request. The peers hold two tables here and ask for each.`,
    ],
    tables: [
      {
        head: ['', 'collections', 'requests'],
        rows: [
          ['ours', String(PULLED_NAMES.length), String(ours)],
          ['Dexie + outbox', String(tables.length), String(dexie)],
          ['stock RxDB plugin', String(tables.length), String(rxdb)],
        ],
      },
    ],
    charts: [],
  })
  expect(ours).toBeGreaterThan(0)
})
