import { videoIdOf } from '#domain/video-id.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ANNA,
  CONVERSATION,
  openScene,
  pulls,
  pushes,
  type Scene,
  withConversation,
} from '../testing/scene.ts'
import { openExisting, readRows } from '../generations/raw-database.ts'
import { LAST_SYNCED } from '../store.ts'
import { type Device, now$ } from '../testing/device.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
  withConversation(scene)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await scene.end()
  Reflect.deleteProperty(navigator, 'storage')
})

/** From now on every write to a database of this kind fails for want of room, while `isFull` holds. */
function fillUp(isFull: (database: string) => boolean): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const begun = transaction.apply(this, args)
    if (args[1] === 'readonly' || args[1] === undefined || !isFull(this.name)) return begun
    let aborted = false
    // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
    const { objectStore } = begun
    const put = vi.fn(() => {
      const asked = objectStore.call(begun, 'docs').count()
      if (aborted) return asked
      aborted = true
      Object.defineProperty(begun, 'error', { value: new DOMException('full', 'QuotaExceededError') })
      queueMicrotask(() => begun.abort())
      return asked
    })
    // So that it can still be given up afterwards, as the browser does
    begun.commit = () => {}
    // Deleting needs no room
    begun.objectStore = (name) => Object.assign(objectStore.call(begun, name), { put, add: put })
    return begun
  })
}

/** As the documents were before the server's answers were stored, while RxDB has noted that they were pushed. */
async function withoutAnswers(name: string): Promise<void> {
  const database = await openExisting(name)
  if (database === undefined) throw new Error(`there is no ${name}`)
  const rows = await readRows(database, 'docs')
  const writing = database.transaction('docs', 'readwrite')
  for (const row of rows) writing.objectStore('docs').put({ ...row, row_version: 0 })
  await new Promise((resolve) => (writing.oncomplete = resolve))
  database.close()
}

/** The browser says that so much is free. */
function free(bytes: number): void {
  const estimate = () => Promise.resolve({ usage: 5_000_000, quota: 5_000_000 + bytes })
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { estimate } })
}

const youtubeId = (number: number): string => `youtube-${number}`
const videoId = (number: number): string => videoIdOf(youtubeId(number))
const ofVideos = (name: string): boolean => name.endsWith('--videos')
const ofMessages = (name: string): boolean => name.endsWith('--messages')

function withCatalogue(count: number): void {
  for (let n = 1; n <= count; n++)
    scene.server.write('videos', { id: videoId(n), youtube_id: youtubeId(n), title: `video ${n}` })
}

describe('on a full device', () => {
  test('the catalogue makes way for what the person does, but not what the person has something to do with', async () => {
    withCatalogue(300)
    const device = await scene.device()
    await device.replicate().syncNow()
    const { engine, store } = device
    await engine.favoriteVideo(store, videoId(1))
    await engine.recordView(store, videoId(2))
    await engine.rateVideo(store, youtubeId(3), { overall: 3 })
    const held = () => store.collections.videos.find().exec()
    expect(await held()).toHaveLength(300)
    let room = false
    store.collections.videos.$.subscribe(() => {
      room = true
    })
    fillUp((name) => ofMessages(name) && !room)
    await engine.sendMessage(store, CONVERSATION, 'stored all the same')
    expect((await now$(engine.messagesOf(store, CONVERSATION))).map(({ body }) => body)).toEqual([
      'stored all the same',
    ])
    expect((await held()).map(({ id }) => id).toSorted()).toEqual(
      [videoId(1), videoId(2), videoId(3)].toSorted(),
    )
  })

  test('the catalogue that made way comes back when there is room again, also after a restart, and not before', async () => {
    withCatalogue(700)
    const device = await scene.device({ name: 'phone' })
    await device.replicate().syncNow()
    const held = ({ store }: Device) => store.collections.videos.count().exec()
    expect(await held(device)).toBe(700)
    let room = false
    device.store.collections.videos.$.subscribe(() => {
      room = true
    })
    free(1_000_000)
    fillUp((name) => ofMessages(name) && !room)
    await device.engine.sendMessage(device.store, CONVERSATION, 'stored all the same')
    expect(await held(device)).toBe(0)
    free(20_000_000)
    expect(await device.engine.refillCatalogue(device.store)).toBe(false)
    await device.replication?.syncNow()
    expect(await held(device)).toBe(0)
    await device.close()
    const again = await scene.device({ name: 'phone' })
    await again.replicate().syncNow()
    expect(await held(again)).toBe(0)
    free(500_000_000)
    expect(await again.engine.refillCatalogue(again.store)).toBe(true)
    await expect.poll(() => held(again)).toBe(700)
    expect(await again.engine.refillCatalogue(again.store)).toBe(false)
  })

  test('what never was stored of it comes when there is room, however often something of it changes meanwhile', async () => {
    withCatalogue(700)
    const device = await scene.device()
    const held = () => device.store.collections.videos.count().exec()
    free(1_000_000)
    fillUp(ofVideos)
    await device.replicate().syncNow()
    expect(await held()).toBe(0)
    vi.restoreAllMocks()
    scene.server.write('videos', { id: videoId(7), title: 'changed' })
    await device.replication?.syncNow()
    expect(await held()).toBe(1)
    free(500_000_000)
    expect(await device.engine.refillCatalogue(device.store)).toBe(true)
    await expect.poll(held).toBe(700)
  })

  test('a device whose browser does not tell its room asks for the catalogue again a week later', async () => {
    withCatalogue(30)
    let ahead = 0
    const device = await scene.device({ now: () => Date.now() + ahead })
    fillUp(ofVideos)
    await device.replicate().syncNow()
    vi.restoreAllMocks()
    ahead = 6 * 24 * 3_600_000
    scene.serverClock.offset = ahead
    expect(await device.engine.refillCatalogue(device.store)).toBe(false)
    ahead += 2 * 24 * 3_600_000
    scene.serverClock.offset = ahead
    expect(await device.engine.refillCatalogue(device.store)).toBe(true)
    await expect.poll(() => device.store.collections.videos.count().exec()).toBe(30)
  })

  test('a write for which there is no room at all is refused, and nothing says that it is stored', async () => {
    const { engine, store } = await scene.device()
    fillUp(ofMessages)
    await expect(engine.sendMessage(store, CONVERSATION, 'no room')).rejects.toMatchObject({
      name: 'StorageFullError',
    })
    vi.restoreAllMocks()
    expect(await now$(engine.messagesOf(store, CONVERSATION))).toEqual([])
    await engine.sendMessage(store, CONVERSATION, 'room again')
    expect(await now$(engine.messagesOf(store, CONVERSATION))).toHaveLength(1)
  })

  test('what is stored can be opened and read', async () => {
    const device = await scene.device({ name: 'full' })
    await device.engine.favoriteVideo(device.store, videoId(1))
    await device.close()
    fillUp(() => true)
    const again = await scene.device({ name: 'full' })
    expect(await now$(again.engine.favoriteVideos(again.store))).toHaveLength(1)
  })

  test('the catalogue stops growing, and the pull ends', async () => {
    withCatalogue(1_200)
    const device = await scene.device()
    fillUp(ofVideos)
    await device.replicate().syncNow()
    const asked = pulls(device)
    await device.replication?.syncNow()
    expect(pulls(device)).toBe(asked + 1)
    expect(await device.store.collections.videos.count().exec()).toBe(0)
  })

  test('what the server says of the person’s own things is asked for again until it is stored', async () => {
    const device = await scene.device()
    scene.server.write('notifications', {
      id: videoId(50),
      user_id: ANNA,
      type: 'system',
      created_at: '2026-01-01T00:00:00Z',
    })
    fillUp((name) => name.endsWith('--notifications'))
    const replication = device.replicate()
    await expect.poll(() => pulls(device)).toBeGreaterThan(1)
    expect(await device.store.collections.notifications.count().exec()).toBe(0)
    vi.restoreAllMocks()
    await expect.poll(() => device.store.collections.notifications.count().exec()).toBe(1)
    await replication.stop()
  })

  test('an answer that could not be stored is asked for again, and the edit arrives once', async () => {
    const device = await scene.device()
    const { engine, store } = device
    await device.replicate().syncNow()
    await engine.favoriteVideo(store, videoId(1))
    fillUp((name) => name.endsWith('--favorites'))
    await expect.poll(() => scene.server.rows('favorites')).toHaveLength(1)
    vi.restoreAllMocks()
    await expect.poll(async () => (await now$(engine.favoriteOf(store, videoId(1))))?.sync).toBe('saved')
    expect(scene.server.rows('favorites')).toHaveLength(1)
  })

  test('an answer that could not be stored before the app died is asked for by the next start', async () => {
    const device = await scene.device({ name: 'phone' })
    await device.replicate().syncNow()
    await device.engine.favoriteVideo(device.store, videoId(1))
    await device.replication?.syncNow()
    const { name } = device.store.database
    await device.close()
    await withoutAnswers(`rxdb-dexie-${name}--0--favorites`)
    const { engine, store, ...again } = await scene.device({ name: 'phone' })
    expect((await now$(engine.favoriteOf(store, videoId(1))))?.sync).toBe('local')
    await again.replicate().syncNow()
    expect((await now$(engine.favoriteOf(store, videoId(1))))?.sync).toBe('saved')
  })

  test('what was refused is shown and not sent again, although there is no room to note it, and noted when there is room again', async () => {
    const device = await scene.device()
    const { engine, store } = device
    scene.server.refuse('favorites', `${ANNA}|${videoId(1)}`, 'favorite_limit', 'favorite_limit')
    await engine.favoriteVideo(store, videoId(1))
    let isFull = true
    fillUp((name) => isFull && name.startsWith('mirutomo-outbox'))
    await device.replicate().syncNow()
    const parked = () => [...store.outbox.parked().values()].map(({ id, code }) => [id, code])
    await vi.waitFor(() => expect(parked()).toEqual([[`${ANNA}|${videoId(1)}`, 'favorite_limit']]))
    await engine.favoriteVideo(store, videoId(2))
    await vi.waitFor(() => expect(scene.server.rows('favorites')).toHaveLength(1))
    expect(pushes(device)).toBe(2)
    isFull = false
    // As after the next round
    await store.outbox.remember(LAST_SYNCED, 1)
    await device.close()
    const again = await scene.device({ name: '0' })
    expect([...again.store.outbox.parked().values()].map(({ code }) => code)).toEqual(['favorite_limit'])
  })
})
