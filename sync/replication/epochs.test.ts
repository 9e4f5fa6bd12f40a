import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { ANNA, openScene, pulls, type Scene, videoId } from '../testing/scene.ts'
import { openEpochs } from './epochs.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

const notification = (number: number) => ({
  id: videoId(number),
  user_id: ANNA,
  type: 'system',
  title: `通知${number}`,
  created_at: '2026-01-01T00:00:00Z',
})
const titles = async (device: Device): Promise<string[]> =>
  (await device.store.collections.notifications.find().exec()).map((doc) => doc.title).toSorted()

/** The epoch of the checkpoint that is on the disk. */
async function storedEpoch({ engine, store }: Device): Promise<unknown> {
  const progress = await engine.fastInstanceOf(store.collections.notifications).landedProgress()
  const stored = progress?.checkpoint
  return stored !== null && typeof stored === 'object' && 'epoch' in stored ? stored.epoch : undefined
}

/** More than one page. */
const MANY = 620

describe('a new epoch of a collection', () => {
  test('brings it anew and removes what is no longer to be seen, with its content', async () => {
    scene.server.write('notifications', notification(1), notification(2), notification(3))
    const phone = await scene.device()
    await phone.replicate().syncNow()
    scene.server.remove('notifications', videoId(2))
    scene.server.startUserEpoch(ANNA, 'notifications')
    await phone.replication?.syncNow()
    expect(await titles(phone)).toEqual(['通知1', '通知3'])
    const gone = await phone.store.collections.notifications.storageInstance.findDocumentsById(
      [videoId(2)],
      true,
    )
    expect(JSON.stringify(gone)).not.toContain('通知2')
  })

  test('removes also what only this device had pushed', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await phone.replication?.syncNow()
    // The server is put back to before that, and has never given this collection a checkpoint
    for (const { id } of scene.server.rows('favorites')) scene.server.remove('favorites', id)
    scene.server.startUserEpoch(ANNA, 'favorites')
    await phone.replication?.syncNow()
    expect(await now$(phone.engine.favoriteVideos(phone.store))).toEqual([])
  })

  test('over several pages removes nothing before the last page has come', async () => {
    scene.server.write('notifications', ...Array.from({ length: MANY }, (_, number) => notification(number)))
    const phone = await scene.device()
    await phone.replicate().syncNow()
    scene.server.remove('notifications', videoId(7))
    scene.server.startUserEpoch(ANNA, 'notifications')
    const counts: number[] = []
    const watching = phone.store.collections.notifications.count().$.subscribe((count) => counts.push(count))
    await phone.replication?.syncNow()
    await vi.waitFor(() => expect(counts.at(-1)).toBe(MANY - 1))
    watching.unsubscribe()
    expect(Math.min(...counts)).toBe(MANY - 1)
  })

  test('is finished after a crash between its pages', async () => {
    scene.server.write('notifications', ...Array.from({ length: MANY }, (_, number) => notification(number)))
    const before = await scene.device({ name: 'phone' })
    await before.replicate().syncNow()
    scene.server.remove('notifications', videoId(7))
    scene.server.startUserEpoch(ANNA, 'notifications')
    // The first page of the new epoch comes, the connection goes before the second
    const send = before.link.fetch
    await before.replication?.stop()
    let answered = 0
    before.link.fetch = async (input, init) => {
      if (answered++ > 0) throw new TypeError('Failed to fetch')
      return send(input, init)
    }
    before.replicate()
    await vi.waitFor(() => expect(answered).toBeGreaterThan(1))
    await vi.waitFor(async () => expect(await storedEpoch(before)).toBe('1.2'))
    await before.close()
    const after = await scene.device({ name: 'phone' })
    expect((await titles(after)).includes('通知7')).toBe(true)
    await after.replicate().syncNow()
    const asked = after.link.requests[0]?.body['checkpoints'] as Record<string, unknown> | undefined
    expect(asked?.['notifications']).toMatchObject({ epoch: '1.2' })
    await vi.waitFor(async () => expect((await titles(after)).includes('通知7')).toBe(false))
    expect(await titles(after)).toHaveLength(MANY - 1)
  })

  test('leaves what was never sent alone, and sends it', async () => {
    const phone = await scene.device()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await phone.replicate().syncNow()
    phone.link.online = false
    await phone.engine.favoriteVideo(phone.store, videoId(2))
    scene.server.remove('favorites', `${ANNA}|${videoId(1)}`)
    scene.server.startUserEpoch(ANNA, 'favorites')
    phone.link.online = true
    await phone.replication?.syncNow()
    await vi.waitFor(async () =>
      expect(
        (await now$(phone.engine.favoriteVideos(phone.store))).map((item) => [item.video_id, item.sync]),
      ).toEqual([[videoId(2), 'saved']]),
    )
    expect(scene.server.rows('favorites')).toHaveLength(1)
  })
})

test('a database restored from a copy is followed, although its versions are behind', async () => {
  scene.server.write('notifications', notification(1))
  const phone = await scene.device()
  scene.server.write('notifications', { ...notification(1), title: '新しい' })
  await phone.replicate().syncNow()
  scene.server.restore('notifications', { ...notification(1), title: '古い', row_version: 1 })
  scene.server.startRealmEpoch()
  await phone.replication?.syncNow()
  expect(await titles(phone)).toEqual(['古い'])
})

test('an epoch that stays costs nothing: the next pull is a delta', async () => {
  scene.server.write('notifications', notification(1))
  const phone = await scene.device()
  await phone.replicate().syncNow()
  scene.server.startUserEpoch(ANNA, 'notifications')
  await phone.replication?.syncNow()
  const before = pulls(phone)
  await phone.replication?.syncNow()
  const asked = phone.link.requests
    .slice(-1)
    .map(({ body }) => body['checkpoints'] as Record<string, unknown>)
  expect(pulls(phone) - before).toBe(1)
  expect(asked[0]?.['notifications']).toMatchObject({ epoch: '1.2' })
})

describe('on a full device', () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))

  test('a sweep that there was no room to note is noted before the epoch that makes it due', async () => {
    const disk = new Map<string, unknown>([['epoch:favorites', '1.1']])
    const remember = vi.fn(async (key: string, value: unknown) => void disk.set(key, value))
    const outbox = { remember, recall: async (key: string) => disk.get(key) }
    const epochs = await openEpochs(outbox, ['favorites'])
    remember.mockImplementationOnce(full)
    await expect(epochs.note('favorites', '1.2', false)).rejects.toThrow('full')
    expect(disk.get('epoch:favorites')).toBe('1.1')
    await epochs.note('favorites', '1.2', false)
    expect((await openEpochs(outbox, ['favorites'])).sweepDue('favorites')).toBe('1.2')
  })

  test('a doubt counts at once, and is noted when there is room', async () => {
    const disk = new Map<string, unknown>()
    const remember = vi.fn(async (key: string, value: unknown) => void disk.set(key, value))
    const outbox = { remember, recall: async (key: string) => disk.get(key) }
    const epochs = await openEpochs(outbox, ['favorites'])
    remember.mockImplementationOnce(full)
    await expect(epochs.doubt('favorites')).rejects.toThrow('full')
    expect(epochs.repullDue('favorites')).toBe(true)
    await epochs.doubt('favorites')
    expect((await openEpochs(outbox, ['favorites'])).repullDue('favorites')).toBe(true)
  })

  test('a doubt that is settled while it is being noted is settled on the disk too', async () => {
    const disk = new Map<string, unknown>()
    const noting = Promise.withResolvers<void>()
    const remember = async (key: string, value: unknown): Promise<void> => {
      if (value === 'due') await noting.promise
      disk.set(key, value)
    }
    const outbox = { remember, recall: async (key: string) => disk.get(key) }
    const epochs = await openEpochs(outbox, ['favorites'])
    const doubted = epochs.doubt('favorites')
    const settled = epochs.repulled('favorites')
    noting.resolve()
    await Promise.all([doubted, settled])
    expect(disk.get('repull:favorites')).toBe('')
  })

  test('what is settled and there was no room to say so is settled once more after the next start, and holds up nothing', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    const { outbox } = phone.store
    const remember = outbox.remember.bind(outbox)
    let refused = 0
    vi.spyOn(outbox, 'remember').mockImplementation((key, value) =>
      key.startsWith('sweep:') && value === '' && refused++ === 0 ? full() : remember(key, value),
    )
    scene.server.startUserEpoch(ANNA, 'favorites')
    await phone.replication?.syncNow()
    expect(refused).toBe(1)
    await phone.replication?.syncNow()
    scene.server.write('favorites', {
      id: `${ANNA}|${videoId(4)}`,
      user_id: ANNA,
      video_id: videoId(4),
      is_favorite: true,
      edited_at: 5,
    })
    await phone.replication?.syncNow()
    await vi.waitFor(async () =>
      expect((await now$(phone.engine.favoriteVideos(phone.store))).map(({ video_id }) => video_id)).toEqual([
        videoId(4),
      ]),
    )
  })
})
