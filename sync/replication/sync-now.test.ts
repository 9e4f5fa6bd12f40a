import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PULLED_NAMES } from '../collections/registry.ts'
import type { Device } from '../testing/device.ts'
import { urlOf } from '../testing/requests.ts'
import { ANNA, openScene, type Scene, videoId } from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

/** A device in step, the answers to whose pulls wait on their way from `hold` until `letThrough`. */
async function inStep(): Promise<{
  phone: Device
  hold: () => void
  held: () => number
  letThrough: () => void
}> {
  const phone = await scene.device({ timing: { gatherMs: 5 } })
  const send = phone.link.fetch
  const waiting: (() => void)[] = []
  let holds = false
  phone.link.fetch = async (input, init) => {
    const answer = await send(input, init)
    if (holds && urlOf(input).endsWith('/sync_pull'))
      await new Promise<void>((resolve) => waiting.push(resolve))
    return answer
  }
  await phone.replicate().syncNow()
  return {
    phone,
    hold: () => (holds = true),
    held: () => waiting.length,
    letThrough: () => {
      holds = false
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

const FAVORITE = { user_id: ANNA, video_id: videoId(1), is_favorite: true, edited_at: 1 }
const VIDEO = { id: videoId(1), youtube_id: 'youtube-1', title: 'one' }

test('a sync that was asked for while a pull was out brings what was there when it was asked for', async () => {
  const { phone, hold, held, letThrough } = await inStep()
  const { favorites, videos } = phone.store.collections
  // Later than whatever else the same answer brings
  const instance = phone.engine.fastInstanceOf(videos)
  const land = instance.land.bind(instance)
  vi.spyOn(instance, 'land').mockImplementation(async (...landed) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return land(...landed)
  })
  hold()
  phone.poke$.next([...PULLED_NAMES])
  await vi.waitFor(() => expect(held()).toBe(1))
  scene.server.write('favorites', { id: `${ANNA}|${videoId(1)}`, ...FAVORITE })
  scene.server.write('videos', VIDEO)
  const asked = phone.replication?.syncNow()
  letThrough()
  await asked
  expect([await favorites.count().exec(), await videos.count().exec()]).toEqual([1, 1])
})
