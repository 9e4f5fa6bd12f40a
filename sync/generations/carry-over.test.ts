import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { videoIdOf } from '#domain/video-id.ts'
import type { Device, DeviceOptions } from '../testing/device.ts'
import { now$ } from '../testing/device.ts'
import { readDatabaseName } from './names.ts'
import { openExisting, readRows } from './raw-database.ts'
import { ANNA, CONVERSATION, openScene, type Scene, videoId, withConversation } from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
  withConversation(scene)
})
afterEach(() => scene.end())

const build = (generation: number, options: Partial<DeviceOptions> = {}): Promise<Device> =>
  scene.device({ name: 'phone', generation, ...options })

const bodies = async (device: Device): Promise<string[]> =>
  (await now$(device.engine.messagesOf(device.store, CONVERSATION))).map(({ body }) => body)

/** Those of the device's store, of whatever generation it is. */
const databases = async ({ store }: Device): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name = '' }) =>
    readDatabaseName(name)?.store === store.database.name ? [name] : [],
  )

/** One hundred edits of every kind that goes up. */
async function writeHundred({ engine, store }: Device): Promise<void> {
  for (let n = 0; n < 40; n++) await engine.sendMessage(store, CONVERSATION, `message ${n}`)
  for (let n = 0; n < 20; n++) await engine.favoriteVideo(store, videoId(n))
  for (let n = 0; n < 20; n++)
    await engine.rateVideo(store, `video-${n}`, { overall: 4, comment: `comment ${n}` })
  for (let n = 0; n < 16; n++) await engine.recordView(store, videoId(100 + n))
  await engine.changeSetting(store, 'theme', 'dark')
  await engine.changeSetting(store, 'presence', false)
  await engine.markNotificationRead(store, videoId(900))
  await engine.blockPerson(store, videoId(901))
}

async function pendingOf({ engine, store }: Device): Promise<number> {
  return (await now$(engine.syncActivity(store))).pending
}

describe('a new build', () => {
  test('takes up what the one before left unsent, of every kind, and sends it once', async () => {
    const old = await build(1)
    await writeHundred(old)
    await old.close()
    const fresh = await build(2)
    const stop = await fresh.engine.takeOverOlder(fresh.store)
    expect(await pendingOf(fresh)).toBe(100)
    await fresh.replicate().syncNow()
    expect(await pendingOf(fresh)).toBe(0)
    await stop()
    const messages = scene.server.rows('messages').toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    expect(messages.map((row) => row['body'])).toEqual(Array.from({ length: 40 }, (_, n) => `message ${n}`))
    expect(scene.server.rows('favorites')).toHaveLength(20)
    expect(scene.server.rows('ratings')).toHaveLength(20)
    expect(scene.server.rows('history')).toHaveLength(16)
    expect(scene.server.rows('settings')).toHaveLength(2)
    expect(scene.server.rows('notification_reads')).toHaveLength(1)
    expect(scene.server.rows('relations')).toHaveLength(1)
  })

  test('shows it while the old one is still open, and neither waits for the other', async () => {
    const old = await build(1)
    await old.engine.sendMessage(old.store, CONVERSATION, 'before')
    const fresh = await build(2)
    await fresh.engine.carryOver(fresh.store)
    expect(await bodies(fresh)).toEqual(['before'])
    await old.engine.sendMessage(old.store, CONVERSATION, 'while both are open')
    expect(await fresh.engine.putOlderAway(fresh.store)).toBe(true)
    expect(await databases(old)).not.toEqual([])
    await Promise.all([old.replicate().syncNow(), fresh.replicate().syncNow()])
    expect(scene.server.rows('messages').map((row) => row['body'])).toEqual(['before', 'while both are open'])
    await old.engine.sendMessage(old.store, CONVERSATION, 'after')
    await old.close()
    expect(await fresh.engine.putOlderAway(fresh.store)).toBe(false)
    await fresh.replicate().syncNow()
    expect(scene.server.rows('messages').map((row) => row['body'])).toEqual([
      'before',
      'while both are open',
      'after',
    ])
    expect(await databases(old)).toEqual([])
  })

  test('puts the old databases away by itself once the last old tab is closed', async () => {
    const old = await build(1)
    await old.engine.favoriteVideo(old.store, videoId(1))
    const fresh = await build(2)
    const stop = fresh.engine.keepPuttingOlderAway(fresh.store, Promise.resolve(), 1)
    await old.close()
    await expect.poll(() => databases(old)).toEqual([])
    await stop()
    expect(await pendingOf(fresh)).toBe(1)
  })

  test('keeps what was refused as refused, with its reason', async () => {
    const old = await build(1)
    await old.engine.rateVideo(old.store, 'refused', { overall: 2 })
    const [rating] = await old.store.collections.ratings.find().exec()
    scene.server.refuse('ratings', rating?.id ?? '', 'too_long', 'too_long')
    await old.replicate().syncNow()
    await old.close()
    const fresh = await build(2)
    await fresh.engine.carryOver(fresh.store)
    expect([...fresh.store.outbox.parked().values()]).toMatchObject([
      { code: 'too_long', document: { overall: 2 } },
    ])
    await fresh.replicate().syncNow()
    expect(scene.server.rows('ratings')).toEqual([])
    expect((await now$(fresh.engine.myRating(fresh.store, 'refused')))?.sync).toBe('attention')
  })

  test('tells of a video by its computed id where an older build had one that the server had drawn', async () => {
    const [sent, refused, unknown] = [videoId(1), videoId(2), videoId(3)]
    scene.server.write('videos', { id: sent, youtube_id: 'aaaaaaaaaaa', title: '動画' })
    scene.server.write('videos', { id: refused, youtube_id: 'bbbbbbbbbbb', title: '動画' })
    const old = await build(1)
    scene.server.refuse('favorites', `${ANNA}|${refused}`, 'favorite_limit', 'favorite_limit')
    await old.engine.favoriteVideo(old.store, refused)
    await old.replicate().syncNow()
    await old.replication?.stop()
    await old.engine.favoriteVideo(old.store, sent)
    await old.engine.favoriteVideo(old.store, unknown)
    await old.engine.recordView(old.store, sent)
    await old.close()
    const fresh = await build(2)
    await fresh.engine.carryOver(fresh.store)
    const parkedId = `${ANNA}|${videoIdOf('bbbbbbbbbbb')}`
    expect([...fresh.store.outbox.parked().values()]).toMatchObject([
      { id: parkedId, document: { id: parkedId, video_id: videoIdOf('bbbbbbbbbbb') } },
    ])
    await fresh.replicate().syncNow()
    const ids = (noun: 'favorites' | 'history') =>
      scene.server.rows(noun).map(({ id, video_id }) => [id, video_id])
    const ofVideo = (id: string) => [`${ANNA}|${id}`, id]
    expect(ids('favorites')).toEqual(
      expect.arrayContaining([ofVideo(videoIdOf('aaaaaaaaaaa')), ofVideo(unknown)]),
    )
    expect(ids('history')).toEqual([ofVideo(videoIdOf('aaaaaaaaaaa'))])
  })

  test('joins it with what the server says by then', async () => {
    const old = await build(1)
    await old.engine.rateVideo(old.store, 'joined', { overall: 2, axes: { clarity: 1 } })
    await old.replicate().syncNow()
    await old.engine.rateVideo(old.store, 'joined', { axes: { quality: 5 } })
    await old.close()
    const other = await scene.device({ name: 'laptop' })
    await other.replicate().syncNow()
    await other.engine.rateVideo(other.store, 'joined', { axes: { clarity: 3 } })
    await other.replicate().syncNow()
    const fresh = await build(2)
    await fresh.replicate().syncNow()
    await fresh.engine.carryOver(fresh.store)
    await fresh.replicate().syncNow()
    expect(scene.server.rows('ratings')).toMatchObject([{ overall: 2, clarity: 3, quality: 5 }])
  })

  test('takes over what was measured of the clock', async () => {
    scene.serverClock.offset = 3_600_000
    const old = await build(1)
    await old.replicate().syncNow()
    await old.close()
    const fresh = await build(2)
    await fresh.engine.carryOver(fresh.store)
    expect(Math.abs(fresh.store.now() - Date.now() - 3_600_000)).toBeLessThan(60_000)
  })

  test('takes over what lost to another device, until it was dismissed here', async () => {
    const old = await build(1)
    const lost = { collection: 'ratings', id: 'r', field: 'overall', mine: 4, theirs: 2, at: 1 } as const
    await old.store.outbox.overrule([lost], [])
    const fresh = await build(2)
    await fresh.engine.carryOver(fresh.store)
    expect(await now$(fresh.store.outbox.overruled$)).toEqual([lost])
    await fresh.store.outbox.dismiss([['ratings', 'r', 'overall']])
    await fresh.engine.carryOver(fresh.store)
    expect(await now$(fresh.store.outbox.overruled$)).toEqual([])
  })

  test('carries nothing twice: what was taken back here stays so, what was taken back there is taken back here', async () => {
    const old = await build(1)
    const first = await old.engine.sendMessage(old.store, CONVERSATION, 'taken back here')
    const second = await old.engine.sendMessage(old.store, CONVERSATION, 'taken back there')
    await old.engine.sendMessage(old.store, CONVERSATION, 'kept')
    const fresh = await build(2)
    await fresh.engine.carryOver(fresh.store)
    await fresh.store.collections.messages.findOne(first).remove()
    await old.store.collections.messages.findOne(second).remove()
    await fresh.engine.carryOver(fresh.store)
    expect(await bodies(fresh)).toEqual(['kept'])
  })
})

describe('an older build', () => {
  test('leaves a newer generation alone, and works', async () => {
    const fresh = await build(2)
    await fresh.engine.favoriteVideo(fresh.store, videoId(1))
    await fresh.close()
    const old = await build(1)
    await old.engine.carryOver(old.store)
    expect(await old.engine.putOlderAway(old.store)).toBe(false)
    await old.engine.favoriteVideo(old.store, videoId(2))
    await old.replicate().syncNow()
    expect(scene.server.rows('favorites').map((row) => row['video_id'])).toEqual([videoId(2)])
    await old.close()
    const again = await build(2)
    await again.engine.carryOver(again.store)
    await again.replicate().syncNow()
    expect(scene.server.rows('favorites').map((row) => row['video_id'])).toEqual([videoId(2), videoId(1)])
  })
})

describe('a build that skipped generations', () => {
  test('takes up all of them', async () => {
    for (const generation of [1, 2]) {
      const old = await build(generation)
      await old.engine.sendMessage(old.store, CONVERSATION, `of generation ${generation}`)
      await old.close()
    }
    const fresh = await build(4)
    await fresh.engine.carryOver(fresh.store)
    expect(await bodies(fresh)).toEqual(['of generation 1', 'of generation 2'])
    expect(await fresh.engine.putOlderAway(fresh.store)).toBe(false)
    expect(fresh.store.database.name).toContain(ANNA)
  })
})

/** From the operation on IndexedDB after `steps` of them, every one fails, as if the process had been killed there. */
function killAfter(steps: number): { killed: () => boolean } {
  let left = steps
  let killed = false
  const step = (database: string): void => {
    // Node has no BroadcastChannel that RxDB would use; its stand-in is a database too
    if (database.startsWith('pubkey.') || left-- > 0) return
    killed = true
    throw new Error('killed')
  }
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const { transaction } = IDBDatabase.prototype
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const { open, deleteDatabase } = IDBFactory.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    step(this.name)
    return transaction.apply(this, args)
  })
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    step(args[0])
    return open.apply(this, args)
  })
  vi.spyOn(IDBFactory.prototype, 'deleteDatabase').mockImplementation(function (this: IDBFactory, ...args) {
    step(args[0])
    return deleteDatabase.apply(this, args)
  })
  return { killed: () => killed }
}

describe('a new build that dies while it takes over', () => {
  afterEach(() => void vi.restoreAllMocks())

  const prepare = async (name: string): Promise<Device> => {
    const old = await build(1, { name })
    await old.engine.sendMessage(old.store, CONVERSATION, 'a message')
    await old.engine.favoriteVideo(old.store, videoId(1))
    await old.engine.rateVideo(old.store, 'refused', { overall: 2 })
    const [rating] = await old.store.collections.ratings.find().exec()
    await old.store.outbox.park([
      {
        collection: 'ratings',
        id: rating?.id ?? '',
        code: 'too_long',
        document: rating?.toMutableJSON() ?? {},
        base: null,
        parkedAt: 1,
      },
    ])
    await old.close()
    return old
  }

  const takeOver = async ({ engine, store }: Device): Promise<void> => {
    await engine.carryOver(store)
    await engine.putOlderAway(store)
  }

  test('loses nothing and doubles nothing, wherever it died', { timeout: 240_000 }, async () => {
    let step = 0
    for (let died = true; died; step++) {
      const old = await prepare(`dying-${step}`)
      const first = await build(2, { name: `dying-${step}` })
      const { killed } = killAfter(step)
      await takeOver(first).catch(() => {})
      died = killed()
      vi.restoreAllMocks()
      await first.close()

      const second = await build(2, { name: `dying-${step}` })
      await takeOver(second)
      expect(await pendingOf(second), `killed at step ${step}`).toBe(2)
      expect(await bodies(second)).toEqual(['a message'])
      expect([...second.store.outbox.parked().values()]).toMatchObject([{ code: 'too_long' }])
      expect((await now$(second.engine.myRating(second.store, 'refused')))?.sync).toBe('attention')
      expect(await databases(old)).toEqual([])
      await second.close()
    }
    expect(step).toBeGreaterThan(20)
  })
})

describe('what this build cannot read of an older one', () => {
  test('waits for the person, who can copy its text', async () => {
    const old = await build(1)
    const id = await old.engine.sendMessage(old.store, CONVERSATION, 'of another shape')
    await old.store.close()
    await changeStored(`rxdb-dexie-${old.store.database.name}--0--messages`, (message) => {
      delete message['conversation_id']
    })
    const fresh = await build(2)
    await fresh.engine.carryOver(fresh.store)
    const parked = fresh.store.outbox.parked().get(`messages/${id}`)
    expect(parked).toMatchObject({ code: 'invalid', document: { body: 'of another shape' } })
    expect(await fresh.engine.putOlderAway(fresh.store)).toBe(false)
  })
})

/** Rewrites every document of a stored collection, as an older build would have stored it. */
async function changeStored(name: string, change: (row: Record<string, unknown>) => void): Promise<void> {
  const database = await openExisting(name)
  if (database === undefined) throw new Error(`there is no ${name}`)
  const rows = await readRows(database, 'docs')
  const transaction = database.transaction('docs', 'readwrite')
  for (const row of rows) {
    change(row)
    transaction.objectStore('docs').put(row)
  }
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
  database.close()
}
