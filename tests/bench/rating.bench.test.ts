import { expect, test } from 'vitest'
import { report } from './report.ts'
import { median } from './result.ts'
import { contending, LIMIT_MS, PAIRS, ratios, say, short } from './rounds.ts'

const { contenders, fresh } = contending()

test('P4, P5: a rating, from the tap to the frame and to the disk', { timeout: LIMIT_MS }, async () => {
  const WRITES = 40
  const { userId } = await contenders().personWith(0)
  const taken = {
    taps: { ours: [], raw: [], dexie: [], rxdb: [] },
    writes: { ours: [], raw: [], dexie: [], rxdb: [] },
  } as Record<'taps' | 'writes', Record<'ours' | 'raw' | 'dexie' | 'rxdb', number[]>>
  const floor: number[] = []
  const of = { userId, count: WRITES }
  for (let pair = 0; pair < PAIRS; pair++) {
    say(`P4, P5: round ${pair + 1} of ${PAIRS}`)
    const { on } = contenders()
    taken.writes.raw.push(median(await on('raw', fresh(), (bench, { count }) => bench.writes(count), of)))
    floor.push(median(await on('raw', fresh(), (bench, { count }) => bench.editedWrites(count), of)))
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
    ...names.map((name) => median(taken[kind][name]).toFixed(2)),
    kind === 'writes' ? median(floor).toFixed(2) : '–',
    ...names.map((name) => short(ratios(taken[kind][name], taken[kind].raw))),
    kind === 'writes' ? short(ratios(floor, taken.writes.raw)) : '–',
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
      'Raw puts a row of three fields into a store without any index. "Raw, edited" is what no engine on IndexedDB can be below: our document with our three indexes, read and looked for a later date first, put in the same durable transaction.',
    ],
    tables: [
      {
        head: [
          '',
          'ours ms',
          'raw ms',
          'Dexie + outbox ms',
          'stock RxDB ms',
          'raw, edited ms',
          'ours ÷ raw',
          'raw ÷ raw',
          'Dexie ÷ raw',
          'stock ÷ raw',
          'raw, edited ÷ raw',
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
