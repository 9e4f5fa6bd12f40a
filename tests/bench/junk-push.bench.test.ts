import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { openWorld } from '../../sync/integration/world.ts'
import { report } from './report.ts'
import type { Figure } from './result.ts'

const PARALLEL = 12
const PROBES = 200
const PAUSE_MS = 20
/** Between two rounds of parallel pushes, ms. */
const PACES = { 'once a second': 1_000, 'without a pause': 0 }
const LIMIT_MS = 600_000

type Batches = Record<string, object[]>
const unreadable = Array.from({ length: 500 }, () => ({ id: 'x' }))
const JUNK: Record<string, (userId: string) => Batches> = {
  '12 × 2,500 unreadable rows': () =>
    Object.fromEntries(
      ['relations', 'settings', 'history', 'favorites', 'ratings'].map((noun) => [noun, unreadable]),
    ),
  '12 × 500 unreadable rows': () => ({ favorites: unreadable }),
  '12 × 500 rows refused one by one': (userId) => ({
    favorites: Array.from({ length: 500 }, () => {
      const video_id = randomUUID()
      return { id: `${userId}|${video_id}`, video_id, is_favorite: true, edited_at: 1 }
    }),
  }),
}

/** ms of each of many requests of a visitor, one after the other. */
async function probe(): Promise<number[]> {
  const { api, publishableKey } = inject('stack')
  const taken: number[] = []
  for (let count = 0; count < PROBES; count++) {
    const startedAt = performance.now()
    const response = await fetch(`${api}/rest/v1/videos?select=id&limit=1`, {
      headers: { apikey: publishableKey },
    })
    await response.text()
    taken.push(performance.now() - startedAt)
    expect(response.status).toBe(200)
    await pause(PAUSE_MS)
  }
  return taken
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

test('P22: the requests of others while one account pushes junk', { timeout: LIMIT_MS }, async () => {
  const { api, publishableKey } = inject('stack')
  const { userId, token } = await openWorld().person('junk')
  await probe()
  const figures: Figure[] = []
  for (const [what, batchesOf] of Object.entries(JUNK)) {
    const idle = p95(await probe())
    const body = JSON.stringify({ batches: batchesOf(userId) })
    for (const [pace, pauseMs] of Object.entries(PACES)) {
      let isOver = false
      const statuses = new Map<number, number>()
      const push = async (): Promise<void> => {
        const response = await fetch(`${api}/rest/v1/rpc/sync_push`, {
          method: 'POST',
          headers: {
            apikey: publishableKey,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          },
          body,
        })
        await response.text()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
      const pushRounds = async (): Promise<void> => {
        while (!isOver) {
          await Promise.all(Array.from({ length: PARALLEL }, push))
          await pause(pauseMs)
        }
      }
      const pushing = pushRounds()
      const busy = p95(await probe())
      isOver = true
      await pushing
      expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
      figures.push({
        id: 'P22',
        what: `${what} of one account, ${pace}: p95 of a visitor's request ÷ idle`,
        measured: busy / idle,
        unit: 'ratio',
        goal: 2,
        detail: `${busy.toFixed(1)} ÷ ${idle.toFixed(1)} ms; answers ${JSON.stringify(Object.fromEntries(statuses))}`,
      })
    }
  }
  await report({
    part: 'p22',
    title: 'One account pushes junk',
    figures,
    notes: [
      `${PARALLEL} requests of one account at once, in rounds once a second or without a pause, while a visitor asks ${PROBES} times for one video. Server, pushes and visitor share this machine's processors.`,
    ],
    tables: [],
    charts: [],
  })
})
