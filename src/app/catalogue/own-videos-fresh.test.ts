import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { videoIdOf } from '#domain/video-id.ts'
import { createValue } from '#platform/observable-value.ts'
import { favoriteVideo } from '#sync/collections/favorites.ts'
import { recordView } from '#sync/collections/history.ts'
import { rateVideo } from '#sync/collections/rating-edits.ts'
import { openStore, type Store } from '#sync/store.ts'
import type { Rest } from '../rest.ts'
import { fetchMissingOwnVideos, keepOwnVideosFresh } from './own-videos-fresh.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-21T00:00:00Z')
const daysAgo = (days: number): string => new Date(NOW - days * DAY_MS).toISOString()
const uuid = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`

let store: Store
beforeEach(async () => {
  const userId = crypto.randomUUID()
  store = await openStore({ userId, deviceId: 'a', now: () => NOW })
})
afterEach(() => store.close())

test('asks for what the person has something to do with and the device does not hold, and keeps what is fresh', async () => {
  await favoriteVideo(store, uuid(1))
  await recordView(store, uuid(2))
  await rateVideo(store, 'youtube-003', { overall: 4 })
  const rated = videoIdOf('youtube-003')
  const learned: unknown[] = []
  store.channel.messages$.subscribe((message) => {
    if (message.type === 'learn') learned.push(...message.rows.map((row) => row['id']))
  })
  const asked: Record<string, string>[] = []
  const rest: Rest = async (_path, question) => {
    asked.push({ ...question?.params })
    const rows = [
      { id: uuid(1), row_version: 1, refreshed_at: daysAgo(1) },
      { id: uuid(2), row_version: 1, refreshed_at: daysAgo(31) },
      { id: rated, row_version: 1, refreshed_at: daysAgo(29) },
    ]
    return { body: rows, asOf: null, total: null }
  }
  expect(await fetchMissingOwnVideos(store, rest)).toBe(3)
  expect(asked.map(({ id }) => id)).toEqual([`in.(${uuid(1)},${uuid(2)},${rated})`])
  expect(learned).toEqual([uuid(1), rated])
})

test('asks for nothing when nothing is missing', async () => {
  expect(await fetchMissingOwnVideos(store, () => Promise.reject(new Error('asked')))).toBe(0)
})

/** Whatever is missing is asked for once by id. */
function countingRest(): { rest: Rest; asked: () => number } {
  let asked = 0
  const rest: Rest = async () => {
    asked++
    return { body: [], asOf: null, total: null }
  }
  return { rest, asked: () => asked }
}

test('all screens that show a missing video at the same time ask the server once', async () => {
  await favoriteVideo(store, uuid(1))
  const { rest, asked } = countingRest()
  const fresh = keepOwnVideosFresh(store, rest, createValue(true))
  await Promise.all([fresh.fetchMissing(), fresh.fetchMissing()])
  expect(asked()).toBe(1)
  fresh.stop()
})

test('the videos that the first round of an account left out are asked for when it is over', async () => {
  await favoriteVideo(store, uuid(1))
  const { rest, asked } = countingRest()
  const fresh = keepOwnVideosFresh(store, rest, createValue(true))
  expect(asked()).toBe(0)
  store.engine.synced(1)
  await vi.waitFor(() => expect(asked()).toBe(1))
  fresh.stop()
})
