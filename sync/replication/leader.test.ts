import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANNA, openScene, pulls, type Scene, videoId } from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

test('a start that the storage refuses leaves nothing running beside the next one', async () => {
  const phone = await scene.device({ timing: { pollMs: 20, gatherMs: 5, retryMaxMs: 3_000 } })
  const { storage } = phone.store.database
  const createStorageInstance = storage.createStorageInstance.bind(storage)
  let refused = 0
  vi.spyOn(storage, 'createStorageInstance').mockImplementation((params) => {
    const isRefused = refused === 0
    if (isRefused) refused++
    return isRefused ? Promise.reject(new Error('the disk is busy')) : createStorageInstance(params)
  })
  const replication = phone.replicate()
  await vi.waitFor(() => expect(phone.store.engine.status$.value.state).toBe('waiting'))
  const asked = pulls(phone)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect({ refused, asked: pulls(phone) - asked }).toEqual({ refused: 1, asked: 0 })

  const favorite = { user_id: ANNA, video_id: videoId(1), is_favorite: true, edited_at: 1 }
  scene.server.write('favorites', { id: `${ANNA}|${videoId(1)}`, ...favorite })
  await vi.waitFor(() => replication.syncNow())
  expect(await phone.store.collections.favorites.count().exec()).toBe(1)
})
