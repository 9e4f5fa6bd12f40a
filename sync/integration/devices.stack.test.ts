import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { now$ } from '../testing/device.ts'
import { openWorld, type Person, type RealDevice, type World } from './world.ts'

const Poke = v.object({ collections: v.array(v.string()) })

let world: World
beforeEach(() => {
  world = openWorld()
})
afterEach(() => world.end())

const bodies = async (device: RealDevice, conversation: string): Promise<string[]> =>
  (await now$(device.engine.messagesOf(device.store, conversation, 2000))).map(({ body }) => body)

describe('what was done offline', () => {
  test('arrives once and complete on the other device, which was there all along', async () => {
    const anna = await world.person('anna')
    const ben = await world.person('ben')
    const conversation = await world.conversation(anna, ben)
    const [one, two, three] = await world.videos(3)
    if (one === undefined || two === undefined || three === undefined)
      throw new Error('the seed has no videos')
    const [phone, laptop] = [await world.device(anna), await world.device(anna)]
    await laptop.syncNow()
    await phone.syncNow()
    phone.connection.up = false
    const { engine, store } = phone
    await engine.rateVideo(store, one.youtube_id, {
      overall: 4.5,
      axes: { clarity: 5, entertainment: 4, originality: 3.5, quality: 4, reliability: 5, usefulness: 2 },
      comment: 'とても\n"よかった" 😀',
    })
    for (const video of [one, two, three]) await engine.favoriteVideo(store, video.id)
    await engine.recordView(store, one.id)
    await engine.changeSetting(store, 'theme', 'dark')
    for (const word of ['一', '二', '三']) await engine.sendMessage(store, conversation, word)
    expect(await now$(engine.syncActivity(store))).toMatchObject({ pending: 9, attention: 0 })

    phone.connection.up = true
    const before = phone.requests.length
    await phone.syncNow()
    expect(
      phone.requests.slice(before).filter((request) => request.startsWith('sync_push')).length,
    ).toBeLessThanOrEqual(2)
    expect(await now$(engine.syncActivity(store))).toMatchObject({ pending: 0, attention: 0 })

    await laptop.syncNow()
    expect(await now$(laptop.engine.myRating(laptop.store, one.youtube_id))).toMatchObject({
      overall: 4.5,
      clarity: 5,
      usefulness: 2,
      comment: 'とても\n"よかった" 😀',
      sync: 'saved',
    })
    const favorites = await now$(laptop.engine.favoriteVideos(laptop.store))
    expect(new Set(favorites.map((item) => item.video?.title))).toEqual(
      new Set([one.title, two.title, three.title]),
    )
    expect(await bodies(laptop, conversation)).toEqual(['一', '二', '三'])
    expect((await now$(laptop.engine.recentHistory(laptop.store))).map((item) => item.video_id)).toEqual([
      one.id,
    ])
    expect((await now$(laptop.engine.settingOf(laptop.store, 'theme')))?.value).toBe('dark')
    expect(await world.asService(`favorites?user_id=eq.${anna.userId}&select=id`)).toHaveLength(3)
    expect(await world.asService(`messages?conversation_id=eq.${conversation}&select=id`)).toHaveLength(3)
  })
})

describe('conflicts', () => {
  test('of three devices end in the same state everywhere', async () => {
    const anna = await world.person('anna')
    const [video] = await world.videos(1)
    if (video === undefined) throw new Error('the seed has no videos')
    const devices = [await world.device(anna), await world.device(anna), await world.device(anna)] as const
    const [phone, laptop, tablet] = devices
    for (const device of devices) await device.syncNow()
    for (const device of devices) device.connection.up = false
    await phone.engine.rateVideo(phone.store, video.youtube_id, { overall: 3, axes: { clarity: 1 } })
    await laptop.engine.rateVideo(laptop.store, video.youtube_id, {
      overall: 4,
      axes: { quality: 2 },
      comment: '短い',
    })
    await tablet.engine.rateVideo(tablet.store, video.youtube_id, { overall: 5, axes: { usefulness: 5 } })
    await phone.engine.favoriteVideo(phone.store, video.id)
    await laptop.engine.favoriteVideo(laptop.store, video.id)
    await laptop.engine.unfavoriteVideo(laptop.store, video.id)
    for (const device of [tablet, phone, laptop]) {
      device.connection.up = true
      await device.syncNow()
    }
    for (const device of devices) await device.syncNow()
    const ratings = await Promise.all(
      devices.map(async (device) => now$(device.engine.myRating(device.store, video.youtube_id))),
    )
    expect(ratings[0]).toMatchObject({ overall: 5, clarity: 1, quality: 2, usefulness: 5, sync: 'saved' })
    expect(ratings[1]).toEqual(ratings[0])
    expect(ratings[2]).toEqual(ratings[0])
    for (const device of devices) expect(await now$(device.engine.favoriteVideos(device.store))).toEqual([])
  })

  test('between messages of two people end in the same order for both', async () => {
    const [anna, ben] = [await world.person('anna'), await world.person('ben')]
    const conversation = await world.conversation(anna, ben)
    const [hers, his] = [await world.device(anna), await world.device(ben)]
    await hers.syncNow()
    await his.syncNow()
    for (const [device, name] of [
      [hers, 'anna'],
      [his, 'ben'],
    ] as const) {
      device.connection.up = false
      for (const word of ['1', '2', '3'])
        await device.engine.sendMessage(device.store, conversation, name + word)
      device.connection.up = true
    }
    await Promise.all([hers.syncNow(), his.syncNow()])
    await hers.syncNow()
    await his.syncNow()
    const seen = await bodies(hers, conversation)
    expect(seen).toHaveLength(6)
    expect(await bodies(his, conversation)).toEqual(seen)
    expect(seen.filter((body) => body.startsWith('ben'))).toEqual(['ben1', 'ben2', 'ben3'])
  })
})

describe('reading', () => {
  const unread = async (device: RealDevice): Promise<number> =>
    now$(device.engine.unreadMessageCount(device.store))

  test('a conversation on one device empties its count on the other', async () => {
    const [anna, ben] = [await world.person('anna'), await world.person('ben')]
    const conversation = await world.conversation(anna, ben)
    const his = await world.device(ben)
    await his.engine.sendMessage(his.store, conversation, 'やあ')
    await his.engine.sendMessage(his.store, conversation, '元気？')
    await his.syncNow()
    const [phone, laptop] = [await world.device(anna), await world.device(anna)]
    await phone.syncNow()
    await laptop.syncNow()
    expect([await unread(phone), await unread(laptop)]).toEqual([2, 2])
    await phone.engine.markConversationRead(phone.store, conversation)
    expect(await unread(phone)).toBe(0)
    await phone.syncNow()
    await laptop.syncNow()
    expect([await unread(phone), await unread(laptop)]).toEqual([0, 0])
    expect(
      (await now$(laptop.engine.conversationList(laptop.store))).map((item) => item.partner?.username),
    ).toEqual(['ben'])
  })

  test('a notification on one device shows on the other, and a deleted one goes', async () => {
    const [anna, ben] = [await world.person('anna'), await world.person('ben')]
    const conversation = await world.conversation(anna, ben)
    const his = await world.device(ben)
    await his.engine.sendMessage(his.store, conversation, 'やあ')
    await his.syncNow()
    const [phone, laptop] = [await world.device(anna), await world.device(anna)]
    await phone.syncNow()
    await laptop.syncNow()
    const [notification] = await now$(phone.engine.notificationList(phone.store))
    if (notification === undefined) throw new Error('no notification came')
    expect(await now$(laptop.engine.unreadNotificationCount(laptop.store))).toBe(1)
    await phone.engine.markNotificationRead(phone.store, notification.id)
    await phone.syncNow()
    await laptop.syncNow()
    expect(await now$(laptop.engine.unreadNotificationCount(laptop.store))).toBe(0)
    await laptop.engine.deleteNotification(laptop.store, notification.id)
    await laptop.syncNow()
    await phone.syncNow()
    expect(await now$(phone.engine.notificationList(phone.store))).toEqual([])
  })
})

describe('a refused row', () => {
  test('is parked with its reason, and the others are not delayed', async () => {
    const anna = await world.person('anna')
    const videos = await world.videos(102)
    if (videos.length < 60) throw new Error('the seed has too few videos')
    const phone = await world.device(anna)
    await phone.engine.rateVideo(phone.store, 'zzzzzzzzzzz', { overall: 3 })
    const [first] = videos
    if (first === undefined) throw new Error('the seed has no videos')
    await phone.engine.rateVideo(phone.store, first.youtube_id, { overall: 4 })
    await phone.engine.favoriteVideo(phone.store, first.id)
    await phone.syncNow()
    const parked = await now$(phone.store.outbox.parked$)
    expect(parked.map(({ collection, code }) => `${collection} ${code}`)).toEqual(['ratings not_found'])
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 0, attention: 1 })
    const sent = phone.requests.join(' ').match(/(?<=favorites:|ratings:)\d+/g) ?? []
    expect(sent.reduce((sum, rows) => sum + Number(rows), 0)).toBe(3)
    for (const edit of parked) await phone.engine.discardParked(phone.store, edit)
    await phone.syncNow()
    expect((await now$(phone.engine.favoriteVideos(phone.store))).map((item) => item.sync)).toEqual(['saved'])
  })

  test('to a stranger is refused, never shown to them', async () => {
    const [anna, ben, eve] = [
      await world.person('anna'),
      await world.person('ben'),
      await world.person('eve'),
    ]
    const conversation = await world.conversation(anna, ben)
    const hers = await world.device(eve)
    await hers.engine.sendMessage(hers.store, conversation, '割り込み')
    await hers.syncNow()
    expect((await now$(hers.store.outbox.parked$)).map(({ code }) => code)).toHaveLength(1)
    expect(await world.asService(`messages?conversation_id=eq.${conversation}&select=id`)).toEqual([])
  })
})

describe('numbers', () => {
  test(
    '1,000 queued messages go up in at most 10 requests, each once and in order',
    { timeout: 120_000 },
    async () => {
      const [anna, ben] = [await world.person('anna'), await world.person('ben')]
      const conversation = await world.conversation(anna, ben)
      const phone = await world.device(anna)
      await phone.syncNow()
      phone.connection.up = false
      for (let number = 0; number < 1000; number++)
        await phone.engine.sendMessage(phone.store, conversation, String(number))
      phone.connection.up = true
      const before = phone.requests.length
      await phone.syncNow()
      expect(phone.requests.length - before).toBeLessThanOrEqual(10)
      const his = await world.device(ben)
      await his.syncNow()
      expect(await bodies(his, conversation)).toEqual(
        Array.from({ length: 1000 }, (_, number) => String(number)),
      )
    },
  )

  test('a reconnection with nothing new costs at most 2 requests', async () => {
    const phone = await world.device(await world.person('anna'))
    await phone.syncNow()
    await phone.syncNow()
    const before = phone.requests.length
    phone.connection.up = false
    await expect(phone.syncNow()).rejects.toMatchObject({ name: 'TransportFailure' })
    phone.connection.up = true
    await phone.syncNow()
    expect(phone.requests.length - before).toBeLessThanOrEqual(2)
  })
})

describe('two accounts', () => {
  const everything = async (device: RealDevice): Promise<string> =>
    JSON.stringify(
      await Promise.all(
        [
          device.store.collections.favorites,
          device.store.collections.messages,
          device.store.collections.settings,
        ].map(async (collection) => (await collection.find().exec()).map((doc) => doc.toJSON())),
      ),
    )

  test('on one device never see nor send anything of each other', async () => {
    const people: Person[] = [await world.person('anna'), await world.person('eve')]
    const [anna, eve] = people
    if (anna === undefined || eve === undefined) throw new Error('nobody signed up')
    const [video] = await world.videos(1)
    const [hers, other] = [await world.device(anna, 'shared'), await world.device(eve, 'shared')]
    await hers.engine.changeSetting(hers.store, 'theme', 'canary-of-anna')
    if (video !== undefined) await hers.engine.favoriteVideo(hers.store, video.id)
    await hers.syncNow()
    await other.syncNow()
    expect(await everything(other)).not.toContain('canary-of-anna')
    expect(await everything(other)).not.toContain(anna.userId)
    expect(await world.asService(`favorites?user_id=eq.${eve.userId}&select=id`)).toEqual([])
  })

  test('a token of somebody else is not used', async () => {
    const [anna, eve] = [await world.person('anna'), await world.person('eve')]
    const phone = await world.device({ ...anna, token: eve.token })
    await phone.engine.changeSetting(phone.store, 'theme', 'canary-of-anna')
    await expect(phone.syncNow()).rejects.toMatchObject({ failure: { kind: 'reauthenticate' } })
    expect(phone.requests).toEqual([])
  })
})

describe('the server decides what is seen', () => {
  test('a blocked person disappears from the device, with what they wrote', async () => {
    const [anna, ben] = [await world.person('anna'), await world.person('ben')]
    const conversation = await world.conversation(anna, ben)
    const his = await world.device(ben)
    await his.engine.sendMessage(his.store, conversation, '消える言葉')
    await his.syncNow()
    const phone = await world.device(anna)
    await phone.syncNow()
    expect(await bodies(phone, conversation)).toEqual(['消える言葉'])
    await world.asService('blocks', { blocker_id: anna.userId, blocked_id: ben.userId })
    await phone.syncNow()
    expect(await bodies(phone, conversation)).toEqual([])
    expect(await now$(phone.engine.conversationList(phone.store))).toEqual([])
    await his.engine.sendMessage(his.store, conversation, '届かない')
    await his.syncNow()
    expect((await now$(his.store.outbox.parked$)).map(({ code }) => code)).toEqual(['blocked'])
  })

  test("a device's clock that is two days ahead wins nothing", async () => {
    const anna = await world.person('anna')
    const [video] = await world.videos(1)
    if (video === undefined) throw new Error('the seed has no videos')
    const laptop = await world.device(anna)
    await laptop.syncNow()
    await world.rpc(anna, 'sync_push', {
      batches: {
        favorites: [
          {
            id: `${anna.userId}|${video.id}`,
            user_id: anna.userId,
            video_id: video.id,
            is_favorite: true,
            edited_at: Date.now() + 172_800_000,
          },
        ],
      },
    })
    await laptop.syncNow()
    await laptop.engine.unfavoriteVideo(laptop.store, video.id)
    await laptop.syncNow()
    expect(await world.asService(`favorites?user_id=eq.${anna.userId}&select=is_favorite`)).toEqual([
      { is_favorite: false },
    ])
  })
})

test('a poke of the database brings what another device did, without being asked for', async () => {
  const anna = await world.person('anna')
  const [video] = await world.videos(1)
  if (video === undefined) throw new Error('the seed has no videos')
  const [phone, laptop] = [await world.device(anna), await world.device(anna)]
  await phone.syncNow()
  await laptop.syncNow()
  const client = createClient(world.stack.api, world.stack.publishableKey)
  await client.realtime.setAuth(anna.token)
  const channel = client.channel(`user:${anna.userId}`, { config: { private: true } })
  channel.on('broadcast', { event: 'poke' }, ({ payload }) =>
    laptop.poke$.next(v.parse(Poke, payload).collections),
  )
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') resolve()
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(new Error(status))
    })
  })
  await phone.engine.favoriteVideo(phone.store, video.id)
  await vi.waitFor(
    async () =>
      expect((await now$(laptop.engine.favoriteVideos(laptop.store))).map((item) => item.sync)).toEqual([
        'saved',
      ]),
    { timeout: 20_000 },
  )
  await client.removeAllChannels()
})

test('the worker sends what is pending, pulls, and ends', async () => {
  const anna = await world.person('anna')
  const [video] = await world.videos(1)
  if (video === undefined) throw new Error('the seed has no videos')
  const page = await world.device(anna, 'phone')
  await page.engine.favoriteVideo(page.store, video.id)
  await page.close()
  const background = await world.device(anna, 'phone')
  await background.engine.syncOnce(background.store, background.transport(), { timeoutMs: 20_000 })
  expect(
    (await now$(background.engine.favoriteVideos(background.store))).map((item) => [
      item.sync,
      item.video?.title,
    ]),
  ).toEqual([['saved', video.title]])
  expect(await world.asService(`favorites?user_id=eq.${anna.userId}&select=id`)).toHaveLength(1)
})
