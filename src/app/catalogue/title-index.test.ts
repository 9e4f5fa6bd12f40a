import { firstValueFrom } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { videos as definition } from '#sync/collections/videos.ts'
import { fastInstanceOf } from '#sync/storage/fast-dexie.ts'
import { purge } from '#sync/storage/purge.ts'
import { openStore, type Store } from '#sync/store.ts'
import { watchTitles } from './title-index.ts'

const uuid = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const DAY_MS = 24 * 60 * 60 * 1000

let store: Store
beforeEach(async () => {
  store = await openStore({ userId: crypto.randomUUID(), deviceId: 'a', now: Date.now })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
})

type Row = { n: number; title?: string; version?: number }

/** As a pull does it. Several of them were published at the same moment. */
async function land(rows: Row[]): Promise<void> {
  const documents = rows.flatMap(({ n, title = `第${n}回`, version = 1 }) => {
    const published_at = n % 10 === 0 ? null : new Date(Math.floor(n / 3) * DAY_MS).toISOString()
    const youtube_id = String(n).padStart(11, '0')
    const row = { id: uuid(n), youtube_id, title, published_at, row_version: version, sync_epoch: '' }
    const document = definition.parse(row)
    return document ? [{ ...document, _deleted: false }] : []
  })
  const isKnown = () => false
  await fastInstanceOf(store.collections.videos).land(
    { documents, progress: undefined, likelyNew: false, isKnown },
    'test',
  )
}

const inDatabase = async (): Promise<string[]> =>
  (await store.collections.videos.find({ sort: [{ recent_key: 'asc' }] }).exec()).map(({ title }) => title)

test('tells every video, newest first, having read a few at a time', async () => {
  await land(Array.from({ length: 350 }, (_, n) => ({ n })))
  const read = vi.spyOn(IDBIndex.prototype, 'getAll')
  const all = await firstValueFrom(watchTitles(store.collections.videos).all$)
  expect(read.mock.calls.map(([, limit]) => limit)).toEqual([100, 100, 100, 100])
  expect(all.map(({ title }) => title)).toEqual(await inDatabase())
  expect(all).toHaveLength(350)
})

test('follows what changes, also while it is still reading', async () => {
  await land(Array.from({ length: 250 }, (_, n) => ({ n })))
  const titles = watchTitles(store.collections.videos)
  let found: string[] | null = null
  const watching = titles.containing('回').subscribe((videos) => {
    found = videos && videos.map(({ title }) => title)
  })
  const changing = land([
    { n: 3, title: '三回', version: 2 },
    { n: 120, title: '百二十回', version: 2 },
    { n: 900 },
  ])
  await Promise.all([changing, vi.waitFor(() => expect(found).not.toBeNull())])
  await vi.waitFor(async () => expect(found).toEqual(await inDatabase()))
  expect(found).toContain('百二十回')

  await purge(fastInstanceOf(store.collections.videos), [uuid(3), uuid(200)])
  await land([{ n: 4, title: '何もない', version: 2 }, { n: 901 }])
  await vi.waitFor(() => expect(found).toHaveLength(249))
  expect(found).toEqual((await inDatabase()).filter((title) => title.includes('回')))
  expect(await firstValueFrom(titles.suggested('何も'))).toMatchObject([{ text: '何もない' }])
  watching.unsubscribe()
})

test('a device without videos, or one whose database is gone, knows nothing', async () => {
  expect(await firstValueFrom(watchTitles(store.collections.videos).containing('猫'))).toBeNull()
  await land([{ n: 1 }])
  const { videos } = store.collections
  vi.spyOn(fastInstanceOf(videos), 'readInPieces').mockRejectedValueOnce(new Error('gone'))
  expect(await firstValueFrom(watchTitles(videos).containing('回'))).toBeNull()
})
