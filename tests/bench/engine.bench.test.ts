import { afterAll, expect, test } from 'vitest'
import { openWorld } from '../../sync/integration/world.ts'
import { median, printFigures } from './report.ts'

const PAIRS = Number(process.env['BENCH_PAIRS'] ?? 15)
const MESSAGES = 1_000
const world = openWorld()
afterAll(() => world.end())

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

test(
  'P8, P9: 1,000 queued messages, beside a loop of POSTs and one bare batch',
  { timeout: 1_800_000 },
  async () => {
    const [anna, ben] = [await world.person('anna'), await world.person('ben')]
    const conversation = await world.conversation(anna, ben)
    const bare = () => ({
      id: crypto.randomUUID(),
      conversation_id: conversation,
      sender_id: anna.userId,
      body: 'ものさし',
      sent_at: Date.now(),
    })
    const ours: number[] = []
    const loop: number[] = []
    const batch: number[] = []
    let requests = 0
    for (let pair = 0; pair < PAIRS; pair++) {
      const phone = await world.device(anna)
      await phone.syncNow()
      phone.connection.up = false
      for (let number = 0; number < MESSAGES; number++)
        await phone.engine.sendMessage(phone.store, conversation, String(number))
      phone.connection.up = true
      const before = phone.requests.length
      ours.push(await timed(() => phone.syncNow()))
      requests = Math.max(requests, phone.requests.length - before)
      await phone.close()
      batch.push(
        await timed(async () => {
          for (const half of [0, 1]) {
            const messages = Array.from({ length: MESSAGES / 2 }, () => ({ ...bare(), body: `${half}` }))
            await world.rpc(anna, 'sync_push', { batches: { messages } })
          }
        }),
      )
      loop.push(
        await timed(async () => {
          for (let number = 0; number < MESSAGES; number++)
            await world.rpc(anna, 'sync_push', { batches: { messages: [bare()] } })
        }),
      )
    }
    const [mine, posts, whole] = [median(ours), median(loop), median(batch)]
    const detail = `ours ${Math.round(mine)} ms on fake-indexeddb, loop ${Math.round(posts)} ms, batch ${Math.round(whole)} ms, median of ${PAIRS}`
    printFigures([
      {
        id: 'P8',
        what: '1,000 queued messages sent ÷ loop of 1,000 POSTs',
        measured: mine / posts,
        unit: 'ratio',
        goal: 0.1,
        detail,
      },
      { id: 'P8', what: 'requests for them', measured: requests, unit: 'requests', goal: 10 },
      {
        id: 'P9',
        what: 'the same ÷ bare batches of 500, the most that one sync_push takes',
        measured: mine / whole,
        unit: 'ratio',
        goal: 8,
        detail,
      },
    ])
    expect(requests).toBeGreaterThan(0)
  },
)

test('P16: a reconnect with nothing new', { timeout: 120_000 }, async () => {
  const phone = await world.device(await world.person('anna'))
  await phone.syncNow()
  await phone.syncNow()
  const before = phone.requests.length
  await phone.syncNow()
  const measured = phone.requests.length - before
  printFigures([
    { id: 'P16', what: 'requests on reconnect with nothing new', measured, unit: 'requests', goal: 2 },
  ])
  expect(measured).toBeGreaterThan(0)
})
