import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { now$ } from '../testing/device.ts'
import { openWorld, type RealDevice, type World } from './world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

let world: World
beforeEach(() => {
  world = openWorld()
})
afterEach(() => world.end())

test('a video of which YouTube was last asked 31 days ago leaves the device; rating, favourite and view stay, and show it again once it was refreshed', async () => {
  const service = createClient(world.stack.api, world.stack.serviceKey)
  const youtube_id = `old${crypto.randomUUID().slice(0, 8)}`
  const [created] = await world.asService('videos', {
    youtube_id,
    title: 'むかしの動画',
    on_shelf: true,
    refreshed_at: daysAgo(29),
  })
  const id = String(created?.['id'])
  const refresh = async (refreshed_at: string): Promise<void> => {
    const { error } = await service.from('videos').update({ refreshed_at }).eq('id', id)
    expect(error).toBeNull()
  }
  const phone = await world.device(await world.person('anna'))
  const { engine, store } = phone
  await phone.syncNow()
  await engine.rateVideo(store, youtube_id, { overall: 4.5, comment: '残る感想' })
  await engine.favoriteVideo(store, id)
  await engine.recordView(store, id)
  await phone.syncNow()
  expect(await engine.expireVideos(store)).toBe(0)
  expect(await shown(phone)).toEqual(['むかしの動画', 'むかしの動画', 'むかしの動画'])
  const others = await heldBeside(phone, id)
  expect(others).toBeGreaterThan(0)

  await refresh(daysAgo(31))
  await phone.syncNow()
  expect(await engine.expireVideos(store)).toBe(1)
  expect(await store.collections.videos.findOne(id).exec()).toBeNull()
  expect(await heldBeside(phone, id)).toBe(others)
  expect(await shown(phone)).toEqual([null, null, null])
  expect(await now$(engine.myRatings(store))).toMatchObject([
    { overall: 4.5, comment: '残る感想', sync: 'saved' },
  ])
  expect(await now$(engine.syncActivity(store))).toMatchObject({ pending: 0, attention: 0 })
  // It does not come back by itself
  await phone.syncNow()
  expect(await shown(phone)).toEqual([null, null, null])

  await refresh(daysAgo(0))
  await phone.syncNow()
  expect(await shown(phone)).toEqual(['むかしの動画', 'むかしの動画', 'むかしの動画'])
  await service.from('videos').update({ on_shelf: false }).eq('id', id)
})

/** The titles over the person's rating, favourite and view. */
async function shown({ engine, store }: RealDevice): Promise<(string | null)[]> {
  const items = [
    ...(await now$(engine.myRatings(store))),
    ...(await now$(engine.favoriteVideos(store))),
    ...(await now$(engine.recentHistory(store))),
  ]
  return items.map(({ video }) => video?.title ?? null)
}

const heldBeside = async ({ store }: RealDevice, id: string): Promise<number> =>
  (await store.collections.videos.find().exec()).filter((video) => video.id !== id).length
