import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import {
  ANNA,
  BEN,
  CONVERSATION,
  openScene,
  type Scene,
  videoId,
  withConversation,
} from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

const NOTIFICATION = videoId(9)
function notify(...ids: string[]): void {
  const rows = ids.map((id) => ({ id, user_id: ANNA, type: 'system', title: id, priority: 'high' }))
  scene.server.write('notifications', ...rows.map((row) => ({ ...row, created_at: '2026-01-01T00:00:00Z' })))
}
const marks = async (device: Device): Promise<[string, boolean][]> =>
  (await now$(device.engine.notificationList(device.store))).map((item) => [item.title, item.is_read])
const sync = (device: Device): Promise<void> => (device.replication ?? device.replicate()).syncNow()

describe('a favourite that is brought back', () => {
  const order = async (device: Device): Promise<number[]> =>
    (await now$(device.engine.favoriteVideos(device.store))).map(({ video_id }) => Number(video_id.slice(-3)))
  /** No two edits at the same moment. */
  let time = Date.now()
  const now = (): number => ++time
  const withThree = async (name: string): Promise<Device> => {
    const device = await scene.device({ name, now })
    for (const n of [101, 102, 103]) await device.engine.favoriteVideo(device.store, videoId(n))
    return device
  }

  test('without a connection is where it was, also after a restart, and one that is added again is the newest', async () => {
    const phone = await withThree('p')
    phone.link.online = false
    await phone.engine.unfavoriteVideo(phone.store, videoId(102))
    await phone.engine.bringFavoriteBack(phone.store, videoId(102))
    expect(await order(phone)).toEqual([103, 102, 101])
    await phone.engine.unfavoriteVideo(phone.store, videoId(101))
    await phone.close()
    const again = await scene.device({ name: 'p', now })
    await again.engine.bringFavoriteBack(again.store, videoId(101))
    expect(await order(again)).toEqual([103, 102, 101])
    await again.engine.unfavoriteVideo(again.store, videoId(102))
    await again.engine.favoriteVideo(again.store, videoId(102))
    expect(await order(again)).toEqual([102, 103, 101])
  })

  test('after the server had taken the removal is where it was, on every device', async () => {
    const [phone, laptop] = [await withThree('p'), await scene.device({ now })]
    await sync(phone)
    await phone.engine.unfavoriteVideo(phone.store, videoId(102))
    await sync(phone)
    await sync(laptop)
    expect(await order(laptop)).toEqual([103, 101])
    await phone.engine.bringFavoriteBack(phone.store, videoId(102))
    await sync(phone)
    await sync(laptop)
    for (const device of [phone, laptop])
      await vi.waitFor(async () => expect(await order(device)).toEqual([103, 102, 101]))
    // Whoever took it away may bring it back elsewhere, too
    await laptop.engine.unfavoriteVideo(laptop.store, videoId(101))
    await sync(laptop)
    await sync(phone)
    await phone.engine.bringFavoriteBack(phone.store, videoId(101))
    expect(await order(phone)).toEqual([103, 102, 101])
  })
})

describe('a mark that is taken back', () => {
  test('after it was sent and had reached the other device is taken back on both', async () => {
    notify(NOTIFICATION)
    const [phone, laptop] = [await scene.device(), await scene.device()]
    await sync(phone)
    await phone.engine.markNotificationRead(phone.store, NOTIFICATION)
    await sync(phone)
    await sync(laptop)
    expect(await marks(laptop)).toEqual([[NOTIFICATION, true]])
    await phone.engine.undoMarkNotificationsRead(phone.store, [NOTIFICATION])
    expect(await marks(phone)).toEqual([[NOTIFICATION, false]])
    await sync(phone)
    await sync(laptop)
    await vi.waitFor(async () => expect(await marks(laptop)).toEqual([[NOTIFICATION, false]]))
    expect(await now$(phone.engine.unreadNotificationCount(phone.store))).toBe(1)
  })

  test('on another device than the one that had set it, over a restart without a connection, wins there too', async () => {
    notify(NOTIFICATION)
    const [phone, laptop] = [await scene.device({ name: 'p' }), await scene.device()]
    await sync(laptop)
    await laptop.engine.deleteNotification(laptop.store, NOTIFICATION)
    await sync(laptop)
    await sync(phone)
    expect(await marks(phone)).toEqual([])
    phone.link.online = false
    await phone.engine.undoDeleteNotifications(phone.store, [NOTIFICATION])
    expect(await marks(phone)).toEqual([[NOTIFICATION, false]])
    await phone.close()
    const again = await scene.device({ name: 'p' })
    await sync(again)
    await sync(laptop)
    await vi.waitFor(async () => expect(await marks(laptop)).toEqual([[NOTIFICATION, false]]))
    expect(await marks(again)).toEqual([[NOTIFICATION, false]])
  })

  test('of many goes up in one request and restores exactly those', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => videoId(100 + index))
    notify(...ids)
    const phone = await scene.device()
    await sync(phone)
    await phone.engine.markNotificationRead(phone.store, ids[0] ?? '')
    await sync(phone)
    phone.link.online = false
    const marked = await phone.engine.markAllNotificationsRead(phone.store)
    expect(marked).toHaveLength(39)
    await phone.engine.undoMarkNotificationsRead(phone.store, marked)
    phone.link.online = true
    await sync(phone)
    const read = scene.server.rows('notifications').filter((row) => row['is_read'] === true)
    expect(read.map(({ id }) => id)).toEqual([ids[0]])
  })
})

describe('what the server has of the marks', () => {
  test('is forgotten on the device once the notification says it itself, and nothing shown changes', async () => {
    notify(NOTIFICATION, videoId(10))
    const phone = await scene.device()
    await sync(phone)
    const reads = phone.store.collections.notification_reads
    await phone.engine.markNotificationRead(phone.store, NOTIFICATION)
    await sync(phone)
    await vi.waitFor(async () => expect(await reads.find().exec()).toHaveLength(0))
    expect(await marks(phone)).toContainEqual([NOTIFICATION, true])
    await phone.engine.undoMarkNotificationsRead(phone.store, [NOTIFICATION])
    expect(await marks(phone)).toContainEqual([NOTIFICATION, false])
    await sync(phone)
    await vi.waitFor(async () => expect(await reads.find().exec()).toHaveLength(0))
    expect(await marks(phone)).toContainEqual([NOTIFICATION, false])
  })

  test('counts no longer when the server was restored from before it', async () => {
    notify(NOTIFICATION)
    const phone = await scene.device()
    await sync(phone)
    const copy = scene.server.snapshot()
    await phone.engine.markNotificationRead(phone.store, NOTIFICATION)
    // The mark is saved, and no pull has brought the notification since
    await vi.waitFor(() => expect(scene.server.row('notification_reads', NOTIFICATION)).toBeDefined())
    scene.server.restoreSnapshot(copy)
    await sync(phone)
    await vi.waitFor(async () => expect(await marks(phone)).toEqual([[NOTIFICATION, false]]))
  })
})

describe('a message that waits', () => {
  const seen = async (device: Device): Promise<string[]> =>
    (await now$(device.engine.messagesOf(device.store, CONVERSATION))).map((item) =>
      item.is_deleted ? 'gone' : item.body,
    )
  const arrived = (): unknown[] =>
    scene.server
      .rows('messages')
      .filter((row) => Number(row['seq']) > 0)
      .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
      .map((row) => (row['is_deleted'] === true ? 'gone' : row['body']))
  const unread = (): unknown => {
    const row = scene.server.row('conversations', CONVERSATION)
    return row?.[row['user1_id'] === BEN ? 'user1_unread_count' : 'user2_unread_count'] ?? 0
  }
  const send = (device: Device, body: string): Promise<string> =>
    device.engine.sendMessage(device.store, CONVERSATION, body)

  beforeEach(() => withConversation(scene))

  test.each([
    ['while the leader waits for a connection', true],
    ['before anything was ready to send', false],
  ])('%s is edited or cancelled: each arrives once, in the order of writing', async (_when, replicating) => {
    const [phone, other] = [await scene.device({ name: 'p' }), await scene.device({ userId: BEN })]
    await sync(phone)
    await phone.close()
    const offline = await scene.device({ name: 'p' })
    offline.link.online = false
    if (replicating) offline.replicate()
    const ids: string[] = []
    for (const body of ['一', '二', '三', '四']) {
      ids.push(await send(offline, body))
      // The leader takes up what there is, so that the first waits in its queue as it was written
      if (replicating)
        await vi.waitFor(async () => expect((await now$(offline.store.engine.status$)).state).toBe('offline'))
    }
    expect(await offline.engine.editMessage(offline.store, ids[0] ?? '', '一、改め')).toBe(true)
    expect(await offline.engine.cancelMessage(offline.store, ids[1] ?? '')).toBe('二')
    expect(await offline.engine.editMessage(offline.store, ids[2] ?? '', '三、改め')).toBe(true)
    offline.link.online = true
    offline.connectivity$.next(true)
    await sync(offline)
    await sync(other)
    expect(arrived()).toEqual(['一、改め', '三、改め', '四'])
    await vi.waitFor(async () => expect(await seen(offline)).toEqual(['一、改め', '三、改め', '四']))
    expect(await seen(other)).toEqual(['一、改め', '三、改め', '四'])
    expect(unread()).toBe(3)
    expect(JSON.stringify(offline.link.requests)).not.toContain('二')
    expect(await now$(offline.store.outbox.overruled$)).toEqual([])
    expect(await now$(offline.store.outbox.parked$)).toEqual([])
  })

  test('and had arrived after all, its reply lost, is taken back for both', async () => {
    const [phone, other] = [await scene.device(), await scene.device({ userId: BEN })]
    await sync(phone)
    const id = await loseReply(phone, 'まちがい')
    await sync(other)
    expect(await seen(other)).toEqual(['まちがい'])
    expect(unread()).toBe(1)
    expect(await phone.engine.cancelMessage(phone.store, id)).toBe('まちがい')
    await goOnline(phone)
    await sync(other)
    await vi.waitFor(async () => expect(await seen(other)).toEqual(['gone']))
    await vi.waitFor(async () => expect(await seen(phone)).toEqual(['gone']))
    expect(unread()).toBe(0)
    expect(JSON.stringify(await other.store.collections.messages.find().exec())).not.toContain('まちがい')
  })

  test('and had arrived after all, its reply lost, is not edited: the person is told, and there are not two', async () => {
    const [phone, other] = [await scene.device(), await scene.device({ userId: BEN })]
    await sync(phone)
    const id = await loseReply(phone, '前の文')
    expect(await phone.engine.editMessage(phone.store, id, '後の文')).toBe(true)
    await goOnline(phone)
    await sync(other)
    expect(arrived()).toEqual(['前の文'])
    await vi.waitFor(async () => expect(await seen(phone)).toEqual(['前の文']))
    expect(await seen(other)).toEqual(['前の文'])
    expect(await now$(phone.store.outbox.overruled$)).toMatchObject([
      { collection: 'messages', id, field: 'body', mine: '後の文', theirs: '前の文' },
    ])
  })

  test('and was cancelled does not come back by a late copy of its request', async () => {
    const [phone, other] = [await scene.device(), await scene.device({ userId: BEN })]
    await sync(phone)
    phone.link.online = false
    const id = await send(phone, '遅れて')
    const row = { ...(await phone.store.collections.messages.findOne(id).exec(true)).toJSON() }
    await phone.engine.cancelMessage(phone.store, id)
    await goOnline(phone)
    await phone.transport().push(
      {
        messages: [
          { id, conversation_id: CONVERSATION, sender_id: ANNA, body: row.body, sent_at: row.sent_at },
        ],
      },
      { userId: ANNA, signal: new AbortController().signal },
    )
    await sync(other)
    expect(await seen(other)).toEqual([])
    expect(unread()).toBe(0)
    expect(arrived()).toEqual([])
  })

  test('and is cancelled after the server refused it leaves nothing behind', async () => {
    const phone = await scene.device()
    await sync(phone)
    const id = await send(phone, '断られる')
    scene.server.refuse('messages', id, 'blocked', 'blocked')
    await vi.waitFor(async () => expect(await now$(phone.store.outbox.parked$)).toHaveLength(1))
    await phone.engine.cancelMessage(phone.store, id)
    await vi.waitFor(async () => expect(await phone.store.collections.messages.findOne(id).exec()).toBeNull())
    expect(await now$(phone.store.outbox.parked$)).toEqual([])
    expect(arrived()).toEqual([])
  })

  /** Sends it so that the server has it and the device does not know, and has no connection any more. */
  async function loseReply(device: Device, body: string): Promise<string> {
    device.link.faults.push('reply_lost', ...Array.from({ length: 10_000 }, () => 'offline' as const))
    const id = await send(device, body)
    await vi.waitFor(() => expect(scene.server.row('messages', id)).toBeDefined())
    return id
  }

  async function goOnline(device: Device): Promise<void> {
    device.link.faults.length = 0
    device.link.online = true
    device.connectivity$.next(true)
    await sync(device)
  }
})
