import { videoIdOf } from '#domain/video-id.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PULLED_NAMES } from '../collections/registry.ts'
import { type Device, now$ } from '../testing/device.ts'
import { urlOf } from '../testing/requests.ts'
import {
  ANNA,
  BEN,
  CONVERSATION,
  openScene,
  pushes,
  type Scene,
  videoId,
  withConversation,
} from '../testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

describe('a write made offline', () => {
  test('arrives once when the connection returns, and the other device shows it', async () => {
    const [phone, laptop] = [await scene.device(), await scene.device()]
    phone.link.online = false
    phone.replicate()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    expect((await now$(phone.engine.favoriteVideos(phone.store))).map(({ sync }) => sync)).toEqual(['local'])

    phone.link.online = true
    await phone.replication?.syncNow()
    expect((await now$(phone.engine.favoriteVideos(phone.store))).map(({ sync }) => sync)).toEqual(['saved'])
    expect(scene.server.rows('favorites')).toHaveLength(1)
    expect(pushes(phone)).toBe(1)

    await laptop.replicate().syncNow()
    const found = await now$(laptop.engine.favoriteVideos(laptop.store))
    expect(found.map((item) => [item.video_id, item.sync])).toEqual([[videoId(1), 'saved']])
  })

  test('is not lost when the app closes before it was sent', async () => {
    const before = await scene.device({ name: 'phone' })
    await before.engine.rateVideo(before.store, 'abcdefghijk', { overall: 4, comment: 'よかった' })
    await before.close()
    const after = await scene.device({ name: 'phone' })
    await after.replicate().syncNow()
    expect(scene.server.rows('ratings')).toMatchObject([{ overall: 4, comment: 'よかった', user_id: ANNA }])
    expect((await now$(after.engine.myRating(after.store, 'abcdefghijk')))?.sync).toBe('saved')
  })

  test('goes up together with those of the other collections', async () => {
    withConversation(scene)
    scene.server.write('notifications', {
      id: videoId(9),
      user_id: ANNA,
      type: 'system',
      title: 't',
      created_at: '2026-01-01T00:00:00Z',
    })
    const phone = await scene.device()
    await phone.replicate().syncNow()
    phone.link.online = false
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await phone.engine.rateVideo(phone.store, 'abcdefghijk', { overall: 3 })
    await phone.engine.recordView(phone.store, videoId(1))
    await phone.engine.changeSetting(phone.store, 'theme', 'dark')
    await phone.engine.sendMessage(phone.store, CONVERSATION, 'こんにちは')
    await phone.engine.markNotificationRead(phone.store, videoId(9))
    await vi.waitFor(async () => expect((await now$(phone.engine.syncActivity(phone.store))).pending).toBe(6))
    phone.link.online = true
    const before = pushes(phone)
    await phone.replication?.syncNow()
    // The last of them may still have been on its way from the disk when the first request left
    expect(pushes(phone) - before).toBeLessThanOrEqual(2)
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({
      pending: 0,
      sending: 0,
      attention: 0,
    })
  })
})

describe('two devices', () => {
  test('that rate different axes of a video offline both keep what was said', async () => {
    const [phone, laptop] = [await scene.device(), await scene.device()]
    await phone.engine.rateVideo(phone.store, 'abcdefghijk', { overall: 4, axes: { clarity: 5 } })
    await laptop.engine.rateVideo(laptop.store, 'abcdefghijk', { overall: 4, axes: { quality: 2 } })
    await phone.replicate().syncNow()
    await laptop.replicate().syncNow()
    await phone.replication?.syncNow()
    for (const device of [phone, laptop]) {
      expect(await now$(device.engine.myRating(device.store, 'abcdefghijk'))).toMatchObject({
        clarity: 5,
        quality: 2,
        sync: 'saved',
      })
    }
  })

  test('show a notification as read that was read on one', async () => {
    scene.server.write('notifications', {
      id: videoId(9),
      user_id: ANNA,
      type: 'system',
      title: 't',
      created_at: '2026-01-01T00:00:00Z',
    })
    const [phone, laptop] = [await scene.device(), await scene.device()]
    await phone.replicate().syncNow()
    await laptop.replicate().syncNow()
    expect(await now$(laptop.engine.unreadNotificationCount(laptop.store))).toBe(1)
    await phone.engine.markNotificationRead(phone.store, videoId(9))
    expect(await now$(phone.engine.unreadNotificationCount(phone.store))).toBe(0)
    await phone.replication?.syncNow()
    await laptop.replication?.syncNow()
    expect(await now$(laptop.engine.unreadNotificationCount(laptop.store))).toBe(0)
    expect((await now$(laptop.engine.notificationList(laptop.store))).map((item) => item.is_read)).toEqual([
      true,
    ])
  })

  test('of two people see their conversation in the same order', async () => {
    withConversation(scene)
    const [anna, ben] = [await scene.device({ userId: ANNA }), await scene.device({ userId: BEN })]
    await anna.replicate().syncNow()
    await ben.replicate().syncNow()
    for (const device of [anna, ben]) {
      for (const word of ['一', '二', '三'])
        await device.engine.sendMessage(device.store, CONVERSATION, device.store.userId.slice(-1) + word)
    }
    await ben.replication?.syncNow()
    await anna.replication?.syncNow()
    await ben.replication?.syncNow()
    const bodies = await Promise.all(
      [anna, ben].map(async (device) =>
        (await now$(device.engine.messagesOf(device.store, CONVERSATION))).map(({ body }) => body),
      ),
    )
    expect(bodies[0]).toHaveLength(6)
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0]?.filter((body) => body.startsWith('a'))).toEqual(['a一', 'a二', 'a三'])
  })
})

describe('an edit made while the one before is on its way', () => {
  test('is not lost and goes up next', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    const send = phone.link.fetch
    let editing: Promise<void> | undefined
    phone.link.fetch = async (input, init) => {
      if (urlOf(input).endsWith('sync_push'))
        editing ??= phone.engine.unfavoriteVideo(phone.store, videoId(1))
      await editing
      return send(input, init)
    }
    const seen: string[] = []
    const watching = phone.engine
      .favoriteOf(phone.store, videoId(1))
      .subscribe((item) => seen.push(String(item?.is_favorite)))
    await phone.replication?.stop()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await phone.replicate().syncNow()
    watching.unsubscribe()
    expect(scene.server.rows('favorites').map((row) => row['is_favorite'])).toEqual([false])
    expect(seen.at(-1)).toBe('false')
    expect((await now$(phone.engine.favoriteOf(phone.store, videoId(1))))?.sync).toBe('saved')
  })
})

/** Of videos. */
const THREE_PAGES = Array.from({ length: 1203 }, (_, number) => ({
  id: videoId(number),
  youtube_id: String(number).padStart(11, '0'),
  title: `動画${number}`,
}))

describe('many rows', () => {
  test(
    '1,000 queued messages go up in at most 10 requests, in their order',
    { timeout: 60_000 },
    async () => {
      withConversation(scene)
      const phone = await scene.device()
      for (let number = 0; number < 1000; number++)
        await phone.engine.sendMessage(phone.store, CONVERSATION, String(number))
      await phone.replicate().syncNow()
      expect(phone.link.requests.length).toBeLessThanOrEqual(10)
      const arrived = scene.server.rows('messages').toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
      expect(arrived.map((row) => row['body'])).toEqual(
        Array.from({ length: 1000 }, (_, number) => String(number)),
      )
      expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 0 })
    },
  )

  test('come down page by page, all of them', async () => {
    scene.server.write('videos', ...THREE_PAGES.slice(0, 700))
    scene.server.write('videos', ...THREE_PAGES.slice(700))
    const phone = await scene.device()
    await phone.replicate().syncNow()
    expect(await phone.store.collections.videos.count().exec()).toBe(1203)
    const forVideos = phone.link.requests.filter(({ body }) => JSON.stringify(body).includes('"videos":'))
    expect(forVideos).toHaveLength(3)
  })
})

test('a first pull that was broken off goes on as one: nothing of it is looked up on the device', async () => {
  scene.server.write('videos', ...THREE_PAGES)
  const progressOf = ({ engine, store }: Device) =>
    engine.fastInstanceOf(store.collections.videos).landedProgress()
  const link = scene.server.connect()
  const tunnel: typeof fetch = async (...asked) => {
    const answer = await link.fetch(...asked)
    link.online = false
    return answer
  }
  const phone = await scene.device({ name: 'phone', link: { ...link, fetch: tunnel } })
  phone.replicate()
  await vi.waitFor(async () => expect(await progressOf(phone)).toMatchObject({ isWhole: false }))
  expect(await phone.store.collections.videos.count().exec()).toBe(500)
  await phone.close()

  const again = await scene.device({ name: 'phone' })
  const looked = vi.spyOn(IDBObjectStore.prototype, 'get')
  await again.replicate().syncNow()
  expect(await again.store.collections.videos.count().exec()).toBe(1203)
  expect(looked.mock.calls.filter(([id]) => typeof id === 'string' && id.startsWith('018f'))).toEqual([])
  looked.mockRestore()
  expect(await progressOf(again)).toMatchObject({ isWhole: true })
})

describe('a reconnection with nothing new', () => {
  test('costs at most 2 requests', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    const before = phone.link.requests.length
    phone.connectivity$.next(false)
    phone.connectivity$.next(true)
    await phone.replication?.syncNow()
    expect(phone.link.requests.length - before).toBeLessThanOrEqual(2)
  })
})

describe('a poke', () => {
  test('leads to one pull of what it names, however often it comes', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    scene.server.write('favorites', {
      id: `${ANNA}|${videoId(1)}`,
      user_id: ANNA,
      video_id: videoId(1),
      is_favorite: true,
      edited_at: 5,
    })
    const before = phone.link.requests.length
    for (let times = 0; times < 20; times++) phone.poke$.next(['favorites'])
    await vi.waitFor(async () => expect(await now$(phone.engine.favoriteVideos(phone.store))).toHaveLength(1))
    const asked = phone.link.requests.slice(before).map(({ body }) => Object.keys(body['checkpoints'] ?? {}))
    expect(asked).toEqual([['favorites']])
  })

  test('that names nothing pulls everything', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    const before = phone.link.requests.length
    phone.poke$.next([])
    await vi.waitFor(() => expect(phone.link.requests.length).toBeGreaterThan(before))
    expect(Object.keys(phone.link.requests.at(-1)?.body['checkpoints'] ?? {}).toSorted()).toEqual(
      [...PULLED_NAMES].toSorted(),
    )
  })

  test('about reads pulls the notifications', async () => {
    const phone = await scene.device()
    await phone.replicate().syncNow()
    const before = phone.link.requests.length
    phone.poke$.next(['notification_reads', 'unknown'])
    await vi.waitFor(() => expect(phone.link.requests.length).toBeGreaterThan(before))
    expect(Object.keys(phone.link.requests.at(-1)?.body['checkpoints'] ?? {})).toEqual(['notifications'])
  })
})

describe('a row that commits late, below the checkpoint', () => {
  test('is not skipped', async () => {
    const phone = await scene.device()
    const commit = scene.server.writeHeldOpen('videos', {
      id: videoId(1),
      youtube_id: 'aaaaaaaaaaa',
      title: 'late',
    })
    scene.server.write('videos', { id: videoId(2), youtube_id: 'bbbbbbbbbbb', title: 'early' })
    await phone.replicate().syncNow()
    commit()
    await phone.replication?.syncNow()
    expect(await phone.store.collections.videos.count().exec()).toBe(2)
  })

  test('arrives by itself, though nobody pokes when the older transaction ends', async () => {
    const phone = await scene.device()
    const commit = scene.server.writeHeldOpen('videos', {
      id: videoId(1),
      youtube_id: 'aaaaaaaaaaa',
      title: 'late',
    })
    scene.server.write('videos', { id: videoId(2), youtube_id: 'bbbbbbbbbbb', title: 'early' })
    await phone.replicate().syncNow()
    commit()
    await expect.poll(() => phone.store.collections.videos.count().exec(), { timeout: 10_000 }).toBe(2)
  })
})

describe('a video that is in the catalogue later', () => {
  test('comes to who had favourited it', async () => {
    const id = videoIdOf('aaaaaaaaaaa')
    const phone = await scene.device()
    await phone.engine.favoriteVideo(phone.store, id)
    await phone.replicate().syncNow()
    const favorites = () => now$(phone.engine.favoriteVideos(phone.store))
    expect(await favorites()).toMatchObject([{ sync: 'saved', video: null }])
    scene.server.write('videos', { id, youtube_id: 'aaaaaaaaaaa', title: '動画', on_shelf: false })
    await phone.replication?.syncNow()
    expect(await favorites()).toMatchObject([{ video: { title: '動画' } }])
  })
})

describe('what can no longer be seen', () => {
  test('is removed with its content, and seen again when it changes', async () => {
    withConversation(scene)
    scene.server.write('messages', {
      id: videoId(5),
      conversation_id: CONVERSATION,
      sender_id: BEN,
      recipient_id: ANNA,
      body: '秘密',
      seq: 1,
      sent_at: 1,
    })
    const phone = await scene.device()
    await phone.replicate().syncNow()
    expect(await now$(phone.engine.messagesOf(phone.store, CONVERSATION))).toHaveLength(1)
    scene.server.revoke(ANNA, 'messages', videoId(5))
    await phone.replication?.syncNow()
    expect(await now$(phone.engine.messagesOf(phone.store, CONVERSATION))).toHaveLength(0)
    const kept = await phone.store.collections.messages.storageInstance.findDocumentsById([videoId(5)], true)
    expect(JSON.stringify(kept)).not.toContain('秘密')
    scene.server.write('messages', { id: videoId(5), body: '秘密' })
    await phone.replication?.syncNow()
    expect(await now$(phone.engine.messagesOf(phone.store, CONVERSATION))).toHaveLength(1)
  })

  test('a row that this build cannot read holds nothing up', async () => {
    scene.server.write('videos', { id: videoId(1), title: 7 })
    scene.server.write('videos', { id: videoId(2), youtube_id: 'bbbbbbbbbbb', title: 'good' })
    const phone = await scene.device()
    await phone.replicate().syncNow()
    expect((await phone.store.collections.videos.find().exec()).map((video) => video.title)).toEqual(['good'])
  })
})

describe('two accounts', () => {
  test('never mix: with the token of another person nothing is sent and nothing comes in', async () => {
    scene.server.write('favorites', {
      id: `${BEN}|${videoId(1)}`,
      user_id: BEN,
      video_id: videoId(1),
      is_favorite: true,
      edited_at: 5,
    })
    const phone = await scene.device({ userId: ANNA, tokenOf: BEN })
    await phone.engine.favoriteVideo(phone.store, videoId(2))
    phone.replicate()
    await vi.waitFor(() => expect(phone.signedOut).toBeGreaterThan(0))
    expect(phone.link.requests).toEqual([])
    expect(await phone.store.collections.favorites.count().exec()).toBe(1)
  })

  test('on one device have a database each', async () => {
    const [anna, ben] = [await scene.device({ userId: ANNA }), await scene.device({ userId: BEN })]
    await anna.engine.favoriteVideo(anna.store, videoId(1))
    await anna.replicate().syncNow()
    await ben.replicate().syncNow()
    expect(await ben.store.collections.favorites.count().exec()).toBe(0)
    expect(scene.server.rows('favorites').map((row) => row['user_id'])).toEqual([ANNA])
  })
})

describe('the corrected clock', () => {
  test('makes a device whose clock is wrong neither win nor lose', async () => {
    const wrong = 48 * 3600 * 1000
    const [late, right] = [await scene.device({ now: () => Date.now() + wrong }), await scene.device()]
    await late.replicate().syncNow()
    await right.replicate().syncNow()
    await late.engine.favoriteVideo(late.store, videoId(1))
    await late.replication?.syncNow()
    await right.replication?.syncNow()
    await right.engine.unfavoriteVideo(right.store, videoId(1))
    await right.replication?.syncNow()
    await late.replication?.syncNow()
    expect(await now$(late.engine.favoriteVideos(late.store))).toEqual([])
    expect(Math.abs(late.store.now() - Date.now())).toBeLessThan(5_000)
  })

  test('that is set back loses no edit, also one of a tab that was opened afterwards', async () => {
    withConversation(scene)
    const now = Date.now
    const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + 26 * 3_600_000)
    const before = await scene.device({ name: 'phone' })
    await before.engine.favoriteVideo(before.store, videoId(1))
    await before.engine.sendMessage(before.store, CONVERSATION, '先に')
    await before.replicate().syncNow()
    ahead.mockRestore()
    const after = await scene.device({ name: 'phone' })
    await before.close()
    await after.engine.favoriteVideo(after.store, videoId(2))
    await after.engine.sendMessage(after.store, CONVERSATION, '後で')
    await after.replicate().syncNow()
    expect(scene.server.rows('favorites')).toHaveLength(2)
    expect(scene.server.rows('messages')).toHaveLength(2)
  })

  test('is remembered over a restart, also offline', async () => {
    const now = (): number => Date.now() - 3_600_000
    const before = await scene.device({ name: 'phone', now })
    await before.replicate().syncNow()
    await before.close()
    const after = await scene.device({ name: 'phone', now })
    expect(Math.abs(after.store.now() - Date.now())).toBeLessThan(5_000)
  })
})
