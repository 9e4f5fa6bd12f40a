import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScene, type Scene, videoId } from '../testing/scene.ts'
import { databasesOf } from './databases-of.ts'
import { openExisting, readUnsaved } from './raw-database.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

test('what is unsaved is read without what is saved', async () => {
  const device = await scene.device()
  const { engine, store } = device
  for (const n of [1, 2, 3]) await engine.favoriteVideo(store, videoId(n))
  await device.replicate().syncNow()
  device.link.online = false
  await engine.favoriteVideo(store, videoId(4))
  await engine.unfavoriteVideo(store, videoId(2))
  await device.close()
  const name = (await databasesOf(store.database.name)).find((found) => found.endsWith('--favorites'))
  const database = await openExisting(name ?? '')
  if (database === undefined) throw new Error('no favourites')
  const everything = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  const rows = await readUnsaved(database, 'docs')
  database.close()
  expect(everything).not.toHaveBeenCalled()
  everything.mockRestore()
  expect(rows.map((row) => String(row['video_id'])).toSorted()).toEqual([videoId(2), videoId(4)])
})
