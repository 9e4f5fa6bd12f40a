import { firstValueFrom } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { HITS_COUNTED, SEARCH_PAGE_SIZE } from '#domain/limits.ts'
import { openStore, type Store } from '#sync/store.ts'
import { videoId } from '#sync/testing/scene.ts'
import { landVideos } from '../../../tests/support/land-videos.ts'
import { createDeviceCatalogue } from './device-catalogue.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const land = (store: Store, ...days: number[]): Promise<void> => landOf(null, store, ...days)

const landOf = (genre_id: string | null, store: Store, ...days: number[]): Promise<void> =>
  landVideos(
    store,
    days.map((day) => ({
      genre_id,
      id: videoId(day),
      youtube_id: String(day).padStart(11, '0'),
      title: `${day}日`,
      published_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
    })),
  )

test('a list that a pull changes with every page moves seldom, and ends with what there is', async () => {
  const store = await openStore({ userId: crypto.randomUUID(), deviceId: 'a', now: Date.now })
  await land(store, 1, 2)
  // Of these the throttle is made; the database waits by others
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const seen: string[] = []
  const watching = createDeviceCatalogue(store)
    .recent(2)
    .subscribe((videos) => seen.push((videos ?? []).map(({ title }) => title).join(' ')))
  await vi.waitFor(() => expect(seen).toEqual(['2日 1日']))
  await land(store, 3)
  await land(store, 4)
  await land(store, 5)
  await vi.waitFor(async () => expect(await store.collections.videos.count().exec()).toBe(5))
  expect(seen).toEqual(['2日 1日'])
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(2_000)
    expect(seen.at(-1)).toBe('5日 4日')
  })
  watching.unsubscribe()
  vi.useRealTimers()
  await store.close()
})

test('of a genre only the page that is shown is read, and its number is told', async () => {
  const store = await openStore({ userId: crypto.randomUUID(), deviceId: 'a', now: Date.now })
  const days = Array.from({ length: 2 * SEARCH_PAGE_SIZE + 3 }, (_, index) => index + 1)
  await landOf('music', store, ...days)
  await landOf('tech', store, 100)
  const reading = vi.spyOn(store.collections.videos.storageInstance, 'query')
  const { byGenre } = createDeviceCatalogue(store)
  const pages = await Promise.all([1, 2, 3].map((page) => firstValueFrom(byGenre('music', page))))
  expect(pages.map((page) => page?.items.length)).toEqual([SEARCH_PAGE_SIZE, SEARCH_PAGE_SIZE, 3])
  expect(new Set(pages.flatMap((page) => page?.items.map(({ id }) => id))).size).toBe(days.length)
  expect(pages[1]).toMatchObject({ total: days.length, totalPages: 3, page: 2 })
  expect(await firstValueFrom(byGenre('sports', 1))).toBeNull()
  const read = await Promise.all(
    reading.mock.results.map(async ({ value }) => (await value).documents.length),
  )
  expect(Math.max(...read)).toBe(SEARCH_PAGE_SIZE)
  await store.close()
})

test('a search with more hits than are counted shows the first of them, page by page', async () => {
  const store = await openStore({ userId: crypto.randomUUID(), deviceId: 'a', now: Date.now })
  await land(store, ...Array.from({ length: HITS_COUNTED + 1 }, (_, index) => index + 1))
  const { search, advanced } = createDeviceCatalogue(store)
  const lastPage = HITS_COUNTED / SEARCH_PAGE_SIZE
  for (const page of [lastPage, lastPage + 1]) {
    const found = { total: HITS_COUNTED, hasMore: true, totalPages: lastPage, page }
    const items = { length: page > lastPage ? 0 : SEARCH_PAGE_SIZE }
    expect(await firstValueFrom(search('日', page))).toMatchObject({ ...found, items })
    const criteria = { text: '日', order: 'newest' } as const
    expect(await firstValueFrom(advanced(criteria, page))).toMatchObject({ ...found, items })
  }
  await store.close()
})
