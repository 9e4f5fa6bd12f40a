import { expect, test } from 'vitest'
import { report } from './report.ts'
import { median } from './result.ts'
import { contending, LATENCIES, LIMIT_MS, medianOrNull, ms, PAIRS, ratios, say, short } from './rounds.ts'

const { contenders, fresh } = contending()
const MESSAGES = 1_000
/** Pairs with latency, runs of the loop and of the peers: what they take is minutes. */
const PAIRS_FAR = 3
const LOOPS = 3
const PEER_RUNS = 3
/** With latency the loop sends this part of the messages. */
const PART_OF_LOOP = 10

test('P8, P9: 1,000 queued messages', { timeout: LIMIT_MS }, async () => {
  type Sent = {
    latency: number
    ours: number[]
    loop: number[]
    batch: number[]
    dexie: number[]
    rxdb: number[]
  }
  const { on, line, world, serverOf } = contenders()
  const all: Sent[] = []
  let requests = 0
  for (const latency of LATENCIES) {
    const taken: Sent = { latency, ours: [], loop: [], batch: [], dexie: [], rxdb: [] }
    all.push(taken)
    const pairs = latency === 0 ? PAIRS : Math.min(PAIRS, PAIRS_FAR)
    for (let pair = 0; pair < pairs; pair++) {
      say(`P8, P9: ${latency} ms, pair ${pair + 1} of ${pairs}`)
      const [anna, ben] = [await world.person('anna'), await world.person('ben')]
      const conversation = await world.conversation(anna, ben)
      const server = serverOf(anna)
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
      if (pair < LOOPS) {
        const count = latency === 0 ? MESSAGES : MESSAGES / PART_OF_LOOP
        const looped = await on('raw', fresh(), (bench, asked) => bench.posts(asked.server, asked.rows), {
          server,
          rows: messages(count),
        })
        taken.loop.push((looped * MESSAGES) / count)
      }
      const asked = { server, count: MESSAGES }
      if (pair < PEER_RUNS)
        taken.dexie.push(
          (await on('dexie', fresh(), (bench, of) => bench.queued(of.server, of.count), asked)).ms,
        )
      if (pair < (latency === 0 ? PEER_RUNS : 1))
        taken.rxdb.push(
          (await on('rxdb-supabase', fresh(), (bench, of) => bench.queued(of.server, of.count), asked)).ms,
        )
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
      `From the start of the replication until every message shows 保存済み and a whole round of pulls is over; the table says how many interleaved pairs. The loop sends the same sync_push with one row a thousand times; with latency a tenth as often, and its time counts ten times. Its ratio is that of the ${near.loop.length} pairs in which it ran.`,
      `The peers write into a table without the server's rules: Dexie drains its outbox in batches of 500 (${near.dexie.length} runs), the stock plugin sends one request per row (${near.rxdb.length} without latency, else 1).`,
    ],
    tables: [
      {
        head: [
          'latency ms',
          'pairs',
          'of them with a loop',
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
          String(taken.ours.length),
          String(taken.loop.length),
          ms(taken.ours),
          ms(taken.loop),
          ms(taken.batch),
          short(ratios(taken.ours, taken.loop)),
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
