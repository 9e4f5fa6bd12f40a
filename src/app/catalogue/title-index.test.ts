import { firstValueFrom } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fastInstanceOf } from '#sync/storage/fast-dexie.ts'
import { purge } from '#sync/storage/purge.ts'
import { openStore, type Store } from '#sync/store.ts'
import { videoId } from '#sync/testing/scene.ts'
import { landVideos } from '../../../tests/support/land-videos.ts'
import { watchTitles } from './title-index.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let store: Store
beforeEach(async () => {
  store = await openStore({ userId: crypto.randomUUID(), deviceId: 'a', now: Date.now })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
})

type Row = { n: number; title?: string; row_version?: number }

/** Three were published at the same moment; of each tenth it is not known when. */
const land = (rows: Row[]): Promise<void> =>
  landVideos(
    store,
    rows.map(({ n, title = `第${n}回`, row_version = 1 }) => ({
      id: videoId(n),
      youtube_id: String(n).padStart(11, '0'),
      title,
      row_version,
      published_at: n % 10 === 0 ? null : new Date(Math.floor(n / 3) * DAY_MS).toISOString(),
    })),
  )

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
    { n: 3, title: '三回', row_version: 2 },
    { n: 120, title: '百二十回', row_version: 2 },
    { n: 900 },
  ])
  await Promise.all([changing, vi.waitFor(() => expect(found).not.toBeNull())])
  await vi.waitFor(async () => expect(found).toEqual(await inDatabase()))
  expect(found).toContain('百二十回')

  await purge(fastInstanceOf(store.collections.videos), [videoId(3), videoId(200)])
  await land([{ n: 4, title: '何もない', row_version: 2 }, { n: 901 }])
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
