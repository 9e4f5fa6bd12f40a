import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { untilAborted } from '../replication/leadership.ts'
import { type Device, now$ } from '../testing/device.ts'
import { CONVERSATION, openScene, type Scene, videoId, withConversation } from '../testing/scene.ts'
import { deleteDatabase } from '../generations/raw-database.ts'
import { readDatabaseName } from '../generations/names.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
  // Dexie says that it lets go
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  withConversation(scene)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await scene.end()
})

const databasesOf = async (device: Device): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name = '' }) =>
    readDatabaseName(name)?.store === device.store.database.name ? [name] : [],
  )

/** A device in step, with something of its person in three collections and one refused edit. */
async function settled(): Promise<Device> {
  const device = await scene.device({ name: 'phone' })
  const { engine, store } = device
  await engine.favoriteVideo(store, videoId(1))
  await engine.sendMessage(store, CONVERSATION, 'sent')
  await engine.rateVideo(store, 'refused', { overall: 2 })
  const [rating] = await store.collections.ratings.find().exec()
  scene.server.refuse('ratings', rating?.id ?? '', 'too_long', 'too_long', 'too_long')
  await device.replicate().syncNow()
  return device
}

async function expectWhole(device: Device): Promise<void> {
  const { engine, store } = device
  await expect.poll(async () => (await now$(engine.favoriteOf(store, videoId(1))))?.sync).toBe('saved')
  await expect.poll(async () => (await now$(engine.messagesOf(store, CONVERSATION))).length).toBe(1)
  await expect.poll(() => store.collections.profiles.count().exec()).toBe(2)
}

describe('databases that were deleted', () => {
  test('while the store was open: it says so, closes, and the next one is filled from the server', async () => {
    const device = await settled()
    const [first] = await databasesOf(device)
    const lost = untilAborted(device.store.lost)
    await Promise.all((await databasesOf(device)).map((name) => deleteDatabase(name).catch(() => {})))
    await lost
    expect(first).toBeDefined()
    await device.close()
    const again = await scene.device({ name: 'phone' })
    expect(again.store.condition).toBe('new')
    await again.replicate().syncNow()
    await expectWhole(again)
  })

  test('a store that is closed by the app is not lost', async () => {
    const device = await settled()
    await device.close()
    expect(device.store.lost.aborted).toBe(false)
  })

  test(
    'before the start, one of the several at a time: what it held is pulled again',
    { timeout: 60_000 },
    async () => {
      const device = await settled()
      const names = await databasesOf(device)
      await device.close()
      for (const name of names) {
        await deleteDatabase(name)
        const again = await scene.device({ name: 'phone' })
        expect(again.store.condition === 'whole', name).toBe(
          !/--(?!rx|_)|outbox/.test(name.replace('--0', '')),
        )
        await again.replicate().syncNow()
        await expectWhole(again)
        await again.close()
      }
    },
  )

  test('the outbox: a refused edit is refused again and waits for the person', async () => {
    const device = await settled()
    const [rating] = await device.store.collections.ratings.find().exec()
    await device.close()
    const outbox = (await databasesOf(device)).find(
      (name) => readDatabaseName(name)?.collection === undefined,
    )
    await deleteDatabase(outbox ?? '')
    const again = await scene.device({ name: 'phone' })
    expect(again.store.outbox.parked().size).toBe(0)
    scene.server.refuse('ratings', rating?.id ?? '', 'too_long', 'too_long', 'too_long')
    await again.replicate().syncNow()
    await expect.poll(() => again.store.outbox.parked().size).toBe(1)
  })
})
