import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contenders, gatherContenders } from './contenders.ts'
import { report } from './report.ts'
import { median } from './result.ts'

const PAIRS = Number(process.env['BENCH_PAIRS'] ?? 15)
const LATENCIES = [0, 40, 150] as const
const SIZES = (process.env['BENCH_ROWS'] ?? '1000,10000,50000').split(',').map(Number)
const PAGE_SIZE = 500
const MESSAGES = 1_000
const LIMIT_MS = 3_000_000
/** What the engine pulls; the yardstick asks for the same. */
const PULLED = [
  'videos',
  'profiles',
  'favorites',
  'ratings',
  'notifications',
  'conversations',
  'messages',
  'connections',
  'history',
  'settings',
]

let contenders: Contenders
let devices = 0
const fresh = (): string => `device${++devices}`
beforeAll(async () => {
  contenders = await gatherContenders()
})
afterAll(() => contenders.end())

const ratios = (ours: number[], yardstick: number[]): number[] =>
  ours.map((value, pair) => value / (yardstick[pair] ?? Number.NaN))
const ms = (values: number[]): string => (values.length === 0 ? '–' : `${Math.round(median(values))}`)
const short = (values: number[]): string => (values.length === 0 ? '–' : median(values).toFixed(2))
const medianOrNull = (values: number[]): number | null => (values.length === 0 ? null : median(values))

test('P4, P5: a rating, from the tap to the frame and to the disk', { timeout: LIMIT_MS }, async () => {
  const WRITES = 40
  const { userId } = await contenders.personWith(0)
  const taken = {
    taps: { ours: [], raw: [], dexie: [], rxdb: [] },
    writes: { ours: [], raw: [], dexie: [], rxdb: [] },
  } as Record<'taps' | 'writes', Record<'ours' | 'raw' | 'dexie' | 'rxdb', number[]>>
  const of = { userId, count: WRITES }
  for (let pair = 0; pair < PAIRS; pair++) {
    const { on } = contenders
    taken.writes.raw.push(median(await on('raw', fresh(), (bench, { count }) => bench.writes(count), of)))
    taken.writes.ours.push(
      median(await on('ours', fresh(), (bench, { userId: me, count }) => bench.writes(me, count), of)),
    )
    taken.writes.dexie.push(median(await on('dexie', fresh(), (bench, { count }) => bench.writes(count), of)))
    taken.writes.rxdb.push(
      median(await on('rxdb-supabase', fresh(), (bench, { count }) => bench.writes(count), of)),
    )
    taken.taps.raw.push(median(await on('raw', fresh(), (bench, { count }) => bench.taps(count), of)))
    taken.taps.ours.push(
      median(await on('ours', fresh(), (bench, { userId: me, count }) => bench.taps(me, count), of)),
    )
    taken.taps.dexie.push(median(await on('dexie', fresh(), (bench, { count }) => bench.taps(count), of)))
    taken.taps.rxdb.push(
      median(await on('rxdb-supabase', fresh(), (bench, { count }) => bench.taps(count), of)),
    )
  }
  const names = ['ours', 'raw', 'dexie', 'rxdb'] as const
  const told = (kind: 'taps' | 'writes') => [
    ...names.map((name) => median(taken[kind][name]).toFixed(1)),
    ...names.map((name) => short(ratios(taken[kind][name], taken[kind].raw))),
  ]
  await report({
    part: 'p4-p5',
    title: 'A rating: from the tap to the frame, and to the disk',
    figures: [
      {
        id: 'P4',
        what: 'rating tap → painted ÷ raw IndexedDB put + frame',
        measured: median(ratios(taken.taps.ours, taken.taps.raw)),
        unit: 'ratio',
        goal: 1.2,
      },
      {
        id: 'P5',
        what: 'durable local write ÷ raw IndexedDB put (strict)',
        measured: median(ratios(taken.writes.ours, taken.writes.raw)),
        unit: 'ratio',
        goal: 2,
      },
    ],
    notes: [
      `Median of ${PAIRS} interleaved rounds, each of ${WRITES} writes one after the other on a fresh origin; of a round the median write counts. Ours paints through React and the app's hook from the live query. Writes of raw, Dexie (row and outbox in one transaction) and ours are durable (strict); the stock plugin's storage is not (the browser's default).`,
    ],
    tables: [
      {
        head: [
          '',
          'ours ms',
          'raw ms',
          'Dexie + outbox ms',
          'stock RxDB ms',
          'ours ÷ raw',
          'raw ÷ raw',
          'Dexie ÷ raw',
          'stock ÷ raw',
        ],
        rows: [
          ['tap → painted', ...told('taps')],
          ['durable write', ...told('writes')],
        ],
      },
    ],
    charts: [
      {
        name: 'p4-p5',
        title: 'A rating, median',
        kind: 'bars',
        axis: 'ms',
        categories: ['tap → painted', 'durable write'],
        series: names.map((name) => ({
          name: { ours: 'ours', raw: 'raw IndexedDB', dexie: 'Dexie + outbox', rxdb: 'stock RxDB' }[name],
          values: [median(taken.taps[name]), median(taken.writes[name])],
        })),
      },
    ],
  })
  expect(taken.taps.ours).toHaveLength(PAIRS)
})

/** Full pairs only where the figure is taken; the largest take minutes each. */
const pairsOf = (rows: number, latency: number): number => {
  if (rows === 10_000 && latency === 0) return PAIRS
  if (rows === 50_000) return 1
  return Math.min(PAIRS, rows === 1_000 ? 5 : 3)
}

type Setting = {
  rows: number
  latency: number
  ours: number[]
  raw: number[]
  dexie: number[]
  rxdb: number[]
  tasks: number[]
  rxdbTasks: number[]
}

test('P6: the first sync', { timeout: LIMIT_MS }, async () => {
  const settings: Setting[] = []
  const { on, line } = contenders
  for (const rows of SIZES) {
    const server = await contenders.personWith(rows)
    for (const latency of LATENCIES) {
      line.setLatency(latency)
      const taken: Setting = {
        rows,
        latency,
        ours: [],
        raw: [],
        dexie: [],
        rxdb: [],
        tasks: [],
        rxdbTasks: [],
      }
      settings.push(taken)
      const pairs = pairsOf(rows, latency)
      for (let pair = 0; pair < pairs; pair++) {
        const raw = await on(
          'raw',
          fresh(),
          (bench, asked) => bench.firstSync(asked.server, asked.pulled, asked.size),
          { server, pulled: PULLED, size: PAGE_SIZE },
        )
        const ours = await on('ours', fresh(), (bench, asked) => bench.firstSync(asked), server)
        expect(ours.rows).toBe(raw.rows)
        taken.raw.push(raw.ms)
        taken.ours.push(ours.ms)
        taken.tasks.push(ours.longestTask)
        // The peers take long and only lie beside: fewer, and the largest without latency only
        if (pair >= 3 || (rows === 50_000 && latency > 0)) continue
        const dexie = await on('dexie', fresh(), (bench, asked) => bench.firstSync(asked, 500), server)
        const rxdb = await on('rxdb-supabase', fresh(), (bench, asked) => bench.firstSync(asked), server)
        expect([dexie.rows, rxdb.rows]).toEqual([rows, rows])
        taken.dexie.push(dexie.ms)
        taken.rxdb.push(rxdb.ms)
        taken.rxdbTasks.push(rxdb.longestTask)
      }
    }
    line.setLatency(0)
    // After each size, so that what takes hours on a busy machine leaves something when it is broken off
    if (settings.some(isDecisive)) await reportFirstSync(settings)
  }
})

/** The setting of which the figure is taken. */
const isDecisive = ({ rows, latency }: Setting): boolean => rows === 10_000 && latency === 0

async function reportFirstSync(settings: readonly Setting[]): Promise<void> {
  const decisive = settings.find(isDecisive)
  if (decisive === undefined) throw new Error('nothing was measured')
  const longest = settings.filter(({ rows }) => rows === 10_000).flatMap(({ tasks }) => tasks)
  const task = (values: number[]): string =>
    values.length === 0 ? '–' : Math.max(...values) === 0 ? '< 50' : `${Math.round(Math.max(...values))}`
  await report({
    part: 'p6',
    title: 'The first sync',
    figures: [
      {
        id: 'P6',
        what: 'first sync of 10,000 rows ÷ fetch + raw bulk put of the same JSON',
        measured: median(ratios(decisive.ours, decisive.raw)),
        unit: 'ratio',
        goal: 1.5,
        detail: `no latency, ${decisive.ours.length} pairs`,
      },
      {
        id: 'P6',
        what: 'longest main-thread task of it, median of the runs with all latencies (0: none reached 50 ms)',
        measured: median(longest),
        unit: 'ms',
        goal: 50,
        detail: `the longest of all ${longest.length} runs ${task(longest)} ms`,
      },
    ],
    notes: [
      `Notifications of one person, and the catalogue's shelf. Ours: from the start of the replication on an empty device until the round is over and everything is on the disk, in its collections with all indexes. Raw: the same requests, pages of ${PAGE_SIZE} one after the other, and each page put as it is into an object store without any index, by the browser's default durability. Dexie and the stock plugin pull the same number of shorter rows from a table of their own, each with the one index that its screen needs.`,
      'Pairs are interleaved. The browser reports tasks of the main thread from 50 ms on; the column says the longest of all runs.',
    ],
    tables: [
      {
        head: [
          'rows',
          'latency ms',
          'pairs',
          'ours ms',
          'raw ms',
          'ours ÷ raw',
          'longest task ms',
          'Dexie + outbox ms',
          'stock RxDB plugin ms',
          'its longest task ms',
        ],
        rows: settings.map((taken) => [
          taken.rows.toLocaleString('en'),
          String(taken.latency),
          String(taken.ours.length),
          ms(taken.ours),
          ms(taken.raw),
          short(ratios(taken.ours, taken.raw)),
          task(taken.tasks),
          ms(taken.dexie),
          ms(taken.rxdb),
          task(taken.rxdbTasks),
        ]),
      },
    ],
    charts: [
      {
        name: 'p6-ratio',
        title: 'First sync ÷ fetch + raw bulk put',
        kind: 'bars',
        axis: 'ours ÷ raw, median; dashed: to be reached',
        goal: 1.5,
        categories: SIZES.map((rows) => `${rows.toLocaleString('en')} rows`),
        series: LATENCIES.map((latency) => ({
          name: `${latency} ms`,
          values: SIZES.map((rows) => {
            const taken = settings.find((each) => each.rows === rows && each.latency === latency)
            return taken === undefined ? null : medianOrNull(ratios(taken.ours, taken.raw))
          }),
        })),
      },
      {
        name: 'p6-peers',
        title: 'First sync of 10,000 rows',
        kind: 'bars',
        axis: 'ms, median',
        categories: LATENCIES.map((latency) => `latency ${latency} ms`),
        series: (['ours', 'raw', 'dexie', 'rxdb'] as const).map((name) => ({
          name: { ours: 'ours', raw: 'raw', dexie: 'Dexie + outbox', rxdb: 'stock RxDB plugin' }[name],
          values: settings.filter(({ rows }) => rows === 10_000).map((taken) => medianOrNull(taken[name])),
        })),
      },
    ],
  })
}

test('P8, P9: 1,000 queued messages', { timeout: LIMIT_MS }, async () => {
  type Sent = {
    latency: number
    ours: number[]
    loop: number[]
    batch: number[]
    dexie: number[]
    rxdb: number[]
  }
  const { on, line, world } = contenders
  const all: Sent[] = []
  let requests = 0
  for (const latency of LATENCIES) {
    const taken: Sent = { latency, ours: [], loop: [], batch: [], dexie: [], rxdb: [] }
    all.push(taken)
    const pairs = latency === 0 ? PAIRS : Math.min(PAIRS, 3)
    for (let pair = 0; pair < pairs; pair++) {
      const [anna, ben] = [await world.person('anna'), await world.person('ben')]
      const conversation = await world.conversation(anna, ben)
      const server = contenders.serverOf(anna)
      const messages = (count: number) =>
        Array.from({ length: count }, (_, number) => ({
          id: crypto.randomUUID(),
          conversation_id: conversation,
          sender_id: anna.userId,
          body: `ものさし ${number}`,
          sent_at: Date.now(),
        }))
      line.setLatency(latency)
      const ours = await on(
        'ours',
        fresh(),
        (bench, asked) => bench.queued(asked.server, asked.conversation, asked.count),
        { server, conversation, count: MESSAGES },
      )
      expect(ours.unsaved).toBe(0)
      taken.ours.push(ours.ms)
      requests = Math.max(requests, ours.requests)
      taken.batch.push(
        await on('raw', fresh(), (bench, asked) => bench.batches(asked.server, asked.rows, 500), {
          server,
          rows: messages(MESSAGES),
        }),
      )
      // A loop of a thousand at 150 ms takes minutes: once is enough there
      if (latency === 0 || pair === 0)
        taken.loop.push(
          await on('raw', fresh(), (bench, asked) => bench.posts(asked.server, asked.rows), {
            server,
            rows: messages(MESSAGES),
          }),
        )
      if (pair < 3) {
        const asked = { server, count: MESSAGES }
        taken.dexie.push(
          (await on('dexie', fresh(), (bench, of) => bench.queued(of.server, of.count), asked)).ms,
        )
        taken.rxdb.push(
          (await on('rxdb-supabase', fresh(), (bench, of) => bench.queued(of.server, of.count), asked)).ms,
        )
      }
      line.setLatency(0)
    }
  }
  const [near] = all
  if (near === undefined) throw new Error('nothing was measured')
  await report({
    part: 'p8-p9',
    title: '1,000 queued messages',
    figures: [
      {
        id: 'P8',
        what: '1,000 queued messages sent ÷ loop of 1,000 POSTs',
        measured: median(ratios(near.ours, near.loop)),
        unit: 'ratio',
        goal: 0.1,
      },
      { id: 'P8', what: 'requests for them, pulls included', measured: requests, unit: 'requests', goal: 10 },
      {
        id: 'P9',
        what: 'the same ÷ bare batches of 500, the most that one sync_push takes',
        measured: median(ratios(near.ours, near.batch)),
        unit: 'ratio',
        goal: 8,
      },
    ],
    notes: [
      `From the start of the replication until every message shows 保存済み and a whole round of pulls is over; ${near.ours.length} interleaved pairs without latency, ${all[1]?.ours.length ?? 0} with. The loop sends the same sync_push with one row a thousand times. The peers write into a table without the server's rules: Dexie drains its outbox in batches of 500, the stock plugin sends one request per row (${near.rxdb.length} runs each).`,
    ],
    tables: [
      {
        head: [
          'latency ms',
          'ours ms',
          'loop ms',
          'bare batches ms',
          'ours ÷ loop',
          'ours ÷ batches',
          'Dexie + outbox ms',
          'stock RxDB plugin ms',
        ],
        rows: all.map((taken) => [
          String(taken.latency),
          ms(taken.ours),
          ms(taken.loop),
          ms(taken.batch),
          short(ratios(taken.ours.slice(0, taken.loop.length), taken.loop)),
          short(ratios(taken.ours, taken.batch)),
          ms(taken.dexie),
          ms(taken.rxdb),
        ]),
      },
    ],
    charts: [
      {
        name: 'p8-p9',
        title: '1,000 queued messages sent',
        kind: 'bars',
        axis: 'ms, median',
        categories: LATENCIES.map((latency) => `latency ${latency} ms`),
        series: (['ours', 'batch', 'dexie', 'rxdb'] as const).map((name) => ({
          name: { ours: 'ours', batch: 'bare batches', dexie: 'Dexie + outbox', rxdb: 'stock RxDB plugin' }[
            name
          ],
          values: all.map((taken) => medianOrNull(taken[name])),
        })),
      },
    ],
  })
})

test('P15: the first 50 of 10,000 notifications in a new process', { timeout: LIMIT_MS }, async () => {
  const { on, host } = contenders
  const server = await contenders.personWith(10_000)
  const keep = { keep: true }
  await on('ours', 'kept', (bench, asked) => bench.firstSync(asked), server, keep)
  await on('dexie', 'kept', (bench, asked) => bench.firstSync(asked, 500), server, keep)
  await on('rxdb-supabase', 'kept', (bench, asked) => bench.firstSync(asked), server, keep)
  const taken = { ours: [] as number[], dexie: [] as number[], rxdb: [] as number[] }
  for (let pair = 0; pair < PAIRS; pair++) {
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
      `The whole browser is started anew for every measurement on a profile that holds the rows; ${PAIRS} interleaved pairs (the stock plugin's storage: ${taken.rxdb.length}). From the first line of the script, opening the database included, to 50 documents in memory. Ours opens all eleven collections, the peers theirs; an open list is then live.`,
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
  const { on } = contenders
  const server = await contenders.personWith(10)
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
    notes: ['Ours asks for ten collections in one request. The peers hold two tables here and ask for each.'],
    tables: [
      {
        head: ['', 'collections', 'requests'],
        rows: [
          ['ours', String(PULLED.length), String(ours)],
          ['Dexie + outbox', String(tables.length), String(dexie)],
          ['stock RxDB plugin', String(tables.length), String(rxdb)],
        ],
      },
    ],
    charts: [],
  })
  expect(ours).toBeGreaterThan(0)
})
