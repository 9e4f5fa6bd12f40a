import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COLLECTIONS } from '#sync/collections/registry.ts'
import { openStore, type Store } from '#sync/store.ts'
import { watchAllVideos, type FoundVideo } from './all-videos.ts'

const MANY = 1_203
const uuid = (n: number): string =>
  `018f0000-0000-7000-8000-${String((n * 7_919) % 100_003).padStart(12, '0')}`
/** Ten of each day, and more of no day than one piece holds. */
function video(n: number, title = `動画${n}`) {
  const parsed = COLLECTIONS.videos.parse({
    id: uuid(n),
    youtube_id: `youtube-${String(n).padStart(3, '0')}`.slice(-11),
    title,
    row_version: 1,
    ...(n % 2 === 0 && { published_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 20))).toISOString() }),
  })
  if (!parsed) throw new Error('this is no video')
  return parsed
}

let store: Store
beforeEach(async () => {
  store = await openStore({ userId: crypto.randomUUID(), deviceId: 'a', now: () => 0 })
})
afterEach(() => store.close())

function watch() {
  const { videos } = store.collections
  const told: string[][] = []
  const met = vi.fn<(one: FoundVideo) => void>()
  const watching = watchAllVideos(videos, met).subscribe((all) => told.push(all.map(({ title }) => title)))
  return { told, met, stop: () => watching.unsubscribe() }
}
const lastOf = <One>(list: readonly One[]): One | undefined => list.at(-1)
const inDatabase = async (): Promise<string[]> =>
  (await store.collections.videos.find({ sort: [{ recent_key: 'asc' }] }).exec()).map(({ title }) => title)

test('all are told at once and in the order of the database, though they are read in pieces', async () => {
  const { videos } = store.collections
  await videos.bulkInsert(Array.from({ length: MANY }, (_, n) => video(n)))
  const find = vi.spyOn(videos, 'find')
  const { told, met, stop } = watch()
  await vi.waitFor(() => expect(told).toHaveLength(1))
  expect(find).toHaveBeenCalledTimes(3)
  expect(met).toHaveBeenCalledTimes(MANY)
  expect(told[0]).toHaveLength(MANY)
  expect(told[0]).toEqual(await inDatabase())
  stop()
})

test('nothing there is told too', async () => {
  const { told, stop } = watch()
  await vi.waitFor(() => expect(told).toEqual([[]]))
  stop()
})

test('what comes, changes and goes while they are read and afterwards is told, and only that is read again', async () => {
  const { videos } = store.collections
  await videos.bulkInsert(Array.from({ length: MANY }, (_, n) => video(n)))
  const { told, met, stop } = watch()
  // The first piece is on its way
  await videos.bulkUpsert([video(0, '新しい題'), video(MANY)])
  await vi.waitFor(() => expect(lastOf(told)).toHaveLength(MANY + 1))
  await vi.waitFor(() => expect(lastOf(told)).toContain('新しい題'))
  met.mockClear()
  await videos.bulkUpsert([video(1, '奇数の題')])
  await videos.findOne(uuid(2)).remove()
  await vi.waitFor(() => expect(lastOf(told)).toContain('奇数の題'))
  await vi.waitFor(() => expect(lastOf(told)).not.toContain('動画2'))
  expect(lastOf(told)).toEqual(await inDatabase())
  expect(met).toHaveBeenCalledTimes(1)
  stop()
})

test('whoever has stopped listening is told nothing, and a store that closes meanwhile is no failure', async () => {
  const { videos } = store.collections
  await videos.bulkInsert([video(1)])
  const { told, stop } = watch()
  await vi.waitFor(() => expect(told).toHaveLength(1))
  stop()
  await videos.bulkInsert([video(2)])
  expect(told).toHaveLength(1)
  const failed = vi.fn<() => void>()
  watchAllVideos(videos, () => {}).subscribe({ error: failed })
  await store.close()
  await new Promise((later) => setTimeout(later, 20))
  expect(failed).not.toHaveBeenCalled()
})
