import { expect, test } from 'vitest'
import { openStore } from '../store.ts'
import { bringFavoriteBack, favoriteVideo, favoriteVideos, unfavoriteVideo } from './favorites.ts'
import { now$ } from '../testing/device.ts'
import { ANNA, videoId } from '../testing/scene.ts'
import { added, defineSchema, number } from './definition.ts'

type Doc = { id: string; row_version: number; sync_epoch: string; size: number; colour?: number }

test('a field that came later is stored, and the databases of before still open', async () => {
  const before = defineSchema<Omit<Doc, 'colour'>>('things', 10, { size: number })
  expect(defineSchema<Doc>('things', 10, { size: number, colour: added })).toEqual(before)
  const options = { userId: ANNA, deviceId: 'd', now: Date.now }
  const store = await openStore(options)
  await favoriteVideo(store, videoId(1))
  const [first] = await now$(favoriteVideos(store))
  await unfavoriteVideo(store, videoId(1))
  await store.close()
  const again = await openStore(options)
  await bringFavoriteBack(again, videoId(1))
  expect(await now$(favoriteVideos(again))).toMatchObject([{ added_at: first?.edited_at }])
  await again.close()
})
