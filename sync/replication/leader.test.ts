import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bodyOf } from '../testing/requests.ts'
import { ANNA, openScene, pulls, type Scene, videoId } from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await scene.end()
})

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

test('a doubt that comes after a pull was called for and before its request left is answered', async () => {
  const phone = await scene.device({ timing: { gatherMs: 5 } })
  const { link, store } = phone
  const send = link.fetch
  let held: Promise<void> | undefined
  const asked: string[] = []
  link.fetch = async (input, init) => {
    const answer = await send(input, init)
    asked.push(bodyOf(init))
    await held
    return answer
  }
  const favorite = { user_id: ANNA, video_id: videoId(1), is_favorite: true, edited_at: 1 }
  scene.server.write('favorites', { id: `${ANNA}|${videoId(1)}`, ...favorite })
  await phone.replicate().syncNow()

  const answered = Promise.withResolvers<void>()
  held = answered.promise
  asked.length = 0
  phone.poke$.next(['notifications'])
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  phone.poke$.next(['favorites'])
  // Long enough for the call; its request leaves only when the answer above has come
  await new Promise((resolve) => setTimeout(resolve, 50))
  store.channel.tell({ type: 'repull', collection: 'favorites' })
  await vi.waitFor(async () => expect(await store.outbox.recall('repull:favorites')).toBe('due'))
  answered.resolve()

  await vi.waitFor(() => expect(asked.join()).toContain('"favorites":null'))
  await vi.waitFor(async () => expect(await store.outbox.recall('repull:favorites')).toBe(''))
})

/** Takes every request and answers none, as a storage that hangs. */
const silent: IDBTransaction = new Proxy(
  Object.assign(() => {}),
  {
    get: () => silent,
    set: () => true,
    apply: () => silent,
  },
)

test('a leader whose storage hangs gives the leadership back when it stops', async () => {
  const phone = await scene.device({ timing: { gatherMs: 5 } })
  const replication = phone.replicate()
  await replication.syncNow()
  const favorite = { user_id: ANNA, video_id: videoId(1), is_favorite: true, edited_at: 1 }
  scene.server.write('favorites', { id: `${ANNA}|${videoId(1)}`, ...favorite })
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(silent)
  const asked = pulls(phone)
  const syncing = replication.syncNow()
  syncing.catch(() => {})
  await vi.waitFor(() => expect(pulls(phone)).toBeGreaterThan(asked))
  await new Promise((resolve) => setTimeout(resolve, 100))

  await replication.stop()

  const { held = [] } = await navigator.locks.query()
  expect(held.filter(({ name }) => name?.startsWith(`mirutomo-sync:${phone.store.database.name}`))).toEqual(
    [],
  )
  // What still waits for the storage keeps the databases from closing
  await expect(phone.close()).rejects.toMatchObject({ name: 'Overdue' })
})
