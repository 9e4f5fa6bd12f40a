import { afterEach, expect, test, vi } from 'vitest'
import { openStore, type Store } from '#sync/store.ts'
import { videoId } from '#sync/testing/scene.ts'
import { landVideos } from '../../../tests/support/land-videos.ts'
import { createDeviceCatalogue } from './device-catalogue.ts'

afterEach(() => void vi.useRealTimers())

const land = (store: Store, ...days: number[]): Promise<void> =>
  landVideos(
    store,
    days.map((day) => ({
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
