import { PULLED_NAMES } from '../../sync/collections/registry.ts'
import { expect, test } from 'vitest'
import { report } from './report.ts'
import { median } from './result.ts'
import { contending, LATENCIES, LIMIT_MS, medianOrNull, ms, PAIRS, ratios, say, short } from './rounds.ts'

const { contenders, fresh } = contending()
const SIZES = (process.env['BENCH_ROWS'] ?? '1000,10000,50000').split(',').map(Number)
const PAGE_SIZE = 500

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
  waits: number[]
  rawWaits: number[]
  rxdbTasks: number[]
}

test('P6: the first sync', { timeout: LIMIT_MS }, async () => {
  const settings: Setting[] = []
  const { on, line } = contenders()
  for (const rows of SIZES) {
    const server = await contenders().personWith(rows)
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
        waits: [],
        rawWaits: [],
        rxdbTasks: [],
      }
      settings.push(taken)
      const pairs = pairsOf(rows, latency)
      for (let pair = 0; pair < pairs; pair++) {
        say(`P6: ${rows} rows, ${latency} ms, pair ${pair + 1} of ${pairs}`)
        const raw = await on(
          'raw',
          fresh(),
          (bench, asked) => bench.firstSync(asked.server, asked.pulled, asked.size),
          { server, pulled: [...PULLED_NAMES], size: PAGE_SIZE },
        )
        const ours = await on('ours', fresh(), (bench, asked) => bench.firstSync(asked), server)
        expect(ours.rows).toBe(raw.rows)
        taken.raw.push(raw.ms)
        taken.ours.push(ours.ms)
        taken.tasks.push(ours.longestTask)
        taken.waits.push(ours.longestWait)
        taken.rawWaits.push(raw.longestWait)
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
  const longestOf = (values: readonly number[]): string =>
    values.length === 0 ? '–' : `${Math.round(Math.max(...values))}`
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
      'Pairs are interleaved. The browser reports tasks of the main thread from 50 ms on; the column says the longest of all runs. The longest wait is that of a timer, looked at every 4 ms: also behind many short tasks, and while the machine did something else, as the same for raw shows. With 50,000 rows there is one pair for each latency, and the peers run without latency only.',
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
          'longest wait ms',
          'longest wait of raw ms',
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
          longestOf(taken.waits),
          longestOf(taken.rawWaits),
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
