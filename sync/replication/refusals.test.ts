import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { bodyOf } from '../testing/requests.ts'
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

const favoriteId = (number: number): string => `${ANNA}|${videoId(number)}`
const states = async (device: Device): Promise<string[]> =>
  (await now$(device.engine.favoriteVideos(device.store))).map(({ sync }) => sync)

/** How often a row was in a push. */
const sendsOf = (device: Device, id: string): number =>
  device.link.requests.filter(({ name, body }) => name === 'sync_push' && JSON.stringify(body).includes(id))
    .length

describe('a refused row', () => {
  test('is parked with its reason and holds nothing else up', async () => {
    scene.server.refuse('favorites', favoriteId(2), 'favorite_limit')
    const phone = await scene.device()
    for (const number of [1, 2, 3]) await phone.engine.favoriteVideo(phone.store, videoId(number))
    await phone.replicate().syncNow()
    expect((await states(phone)).toSorted()).toEqual(['attention', 'saved', 'saved'])
    expect(await now$(phone.store.outbox.parked$)).toMatchObject([
      { collection: 'favorites', id: favoriteId(2), code: 'favorite_limit', base: null },
    ])
    expect(sendsOf(phone, favoriteId(2))).toBe(1)
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 0, attention: 1 })
  })

  test('is not sent again by itself, also not after a restart', async () => {
    scene.server.refuse('favorites', favoriteId(1), 'forbidden')
    const before = await scene.device({ name: 'phone' })
    await before.engine.favoriteVideo(before.store, videoId(1))
    await before.replicate().syncNow()
    await before.replication?.syncNow()
    await before.close()
    const after = await scene.device({ name: 'phone' })
    await after.replicate().syncNow()
    expect(pushes(after)).toBe(0)
    expect(await states(after)).toEqual(['attention'])
  })

  test('is not sent again when the app died right after parking it', async () => {
    const phone = await scene.device()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    const document = (await phone.store.collections.favorites.findOne().exec())?.toMutableJSON() ?? {}
    await phone.store.outbox.park([
      { collection: 'favorites', id: favoriteId(1), code: 'forbidden', document, base: null, parkedAt: 1 },
    ])
    await phone.replicate().syncNow()
    expect(pushes(phone)).toBe(0)
    expect(await states(phone)).toEqual(['attention'])
  })

  test('goes up when the person tries again, and is saved', async () => {
    scene.server.refuse('favorites', favoriteId(1), 'favorite_limit')
    const phone = await scene.device()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await phone.replicate().syncNow()
    const [edit] = await now$(phone.store.outbox.parked$)
    if (edit === undefined) throw new Error('nothing was parked')
    await phone.engine.retryParked(phone.store, edit)
    await phone.replication?.syncNow()
    expect(await states(phone)).toEqual(['saved'])
    expect(await now$(phone.store.outbox.parked$)).toEqual([])
    expect(scene.server.rows('favorites')).toHaveLength(1)
  })

  test('that was never on the server is gone when the person discards it', async () => {
    scene.server.refuse('favorites', favoriteId(1), 'favorite_limit')
    const phone = await scene.device()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await phone.replicate().syncNow()
    const [edit] = await now$(phone.store.outbox.parked$)
    if (edit === undefined) throw new Error('nothing was parked')
    await phone.engine.discardParked(phone.store, edit)
    await phone.replication?.syncNow()
    expect(await states(phone)).toEqual([])
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 0, attention: 0 })
    expect(pushes(phone)).toBe(1)
  })

  test.each([
    ['while the engine runs', false],
    ['before it runs', true],
  ])(
    'gives way to what the server has when the person discards it, even what arrived unnoticed: %s',
    async (_name, stopped) => {
      const phone = await scene.device()
      const rating = { id: `${ANNA}|abcdefghijk`, user_id: ANNA, video_id: 'abcdefghijk' }
      scene.server.write('ratings', {
        ...rating,
        overall: 2,
        comment: '',
        is_deleted: false,
        edited_at: { overall: 1 },
      })
      await phone.replicate().syncNow()
      await phone.replication?.stop()
      scene.server.write('ratings', { ...rating, overall: 3, edited_at: { overall: 2 } })
      scene.server.refuse('ratings', rating.id, 'too_long')
      // The row of the other device arrives while an edit stands on top of it
      const send = phone.link.fetch
      let writing: Promise<unknown> | undefined
      phone.link.fetch = async (input, init) => {
        const response = await send(input, init)
        writing ??= phone.engine.rateVideo(phone.store, 'abcdefghijk', { overall: 5, comment: '長い' })
        await writing
        return response
      }
      await phone.replicate().syncNow()
      await vi.waitFor(async () => expect(await now$(phone.store.outbox.parked$)).toHaveLength(1))
      const [edit] = await now$(phone.store.outbox.parked$)
      if (edit === undefined) throw new Error('nothing was parked')
      expect(edit.document).toMatchObject({ overall: 5, comment: '長い' })
      if (stopped) await phone.replication?.stop()
      await phone.engine.discardParked(phone.store, edit)
      await (stopped ? phone.replicate() : phone.replication)?.syncNow()
      expect(await now$(phone.engine.myRating(phone.store, 'abcdefghijk'))).toMatchObject({
        overall: 3,
        sync: 'saved',
      })
    },
  )

  test('gives way to a newer edit of the person', async () => {
    scene.server.refuse('ratings', `${ANNA}|abcdefghijk`, 'too_long')
    const phone = await scene.device()
    await phone.engine.rateVideo(phone.store, 'abcdefghijk', { overall: 4, comment: '長い' })
    await phone.replicate().syncNow()
    expect((await now$(phone.engine.myRating(phone.store, 'abcdefghijk')))?.sync).toBe('attention')
    await phone.engine.rateVideo(phone.store, 'abcdefghijk', { comment: '短い' })
    await phone.replication?.syncNow()
    expect(await now$(phone.engine.myRating(phone.store, 'abcdefghijk'))).toMatchObject({
      comment: '短い',
      sync: 'saved',
    })
    expect(await now$(phone.store.outbox.parked$)).toEqual([])
  })

  test('that the server may take later is sent at most three times', async () => {
    scene.server.refuse(
      'favorites',
      favoriteId(1),
      'rate_limited',
      'server_error',
      'rate_limited',
      'rate_limited',
    )
    const phone = await scene.device()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await phone.engine.favoriteVideo(phone.store, videoId(2))
    phone.replicate()
    await vi.waitFor(async () => expect(await states(phone)).toContain('attention'))
    expect(sendsOf(phone, favoriteId(1))).toBe(3)
    expect(sendsOf(phone, favoriteId(2))).toBe(1)
    expect(await now$(phone.store.outbox.parked$)).toMatchObject([{ code: 'rate_limited' }])
  })

  test('that the server takes the second time is saved', async () => {
    scene.server.refuse('favorites', favoriteId(1), 'server_error')
    const phone = await scene.device()
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    phone.replicate()
    await vi.waitFor(async () => expect(await states(phone)).toEqual(['saved']))
    expect(await now$(phone.store.outbox.parked$)).toEqual([])
  })

  test('counts its sends over a restart', async () => {
    const phone = await scene.device({ name: 'phone' })
    await phone.store.outbox.countSends([{ collection: 'favorites', id: favoriteId(1), sends: 2 }])
    await phone.close()
    scene.server.refuse('favorites', favoriteId(1), 'rate_limited')
    const after = await scene.device({ name: 'phone' })
    await after.engine.favoriteVideo(after.store, videoId(1))
    await after.replicate().syncNow()
    expect(await states(after)).toEqual(['attention'])
    expect(sendsOf(after, favoriteId(1))).toBe(1)
  })
})

describe('a refused read mark', () => {
  test('needs nobody: the server stands', async () => {
    scene.server.write('notifications', {
      id: videoId(9),
      user_id: ANNA,
      type: 'system',
      title: 't',
      created_at: '2026-01-01T00:00:00Z',
    })
    scene.server.refuse('notification_reads', videoId(9), 'not_found')
    const phone = await scene.device()
    await phone.replicate().syncNow()
    await phone.engine.markNotificationRead(phone.store, videoId(9))
    await phone.replication?.syncNow()
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 0, attention: 0 })
  })

  test('of a conversation goes back to what the server has', async () => {
    withConversation(scene)
    scene.server.write('messages', {
      id: videoId(5),
      conversation_id: CONVERSATION,
      sender_id: BEN,
      recipient_id: ANNA,
      body: 'x',
      seq: 4,
      sent_at: 1,
    })
    const phone = await scene.device()
    await phone.replicate().syncNow()
    scene.server.refuse('conversations', CONVERSATION, 'blocked')
    await phone.engine.markConversationRead(phone.store, CONVERSATION)
    await phone.replication?.syncNow()
    const [conversation] = await now$(phone.engine.conversationList(phone.store))
    expect(conversation?.my_read_seq).toBe(0)
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 0, attention: 0 })
  })

  test('on a full device is not sent again for want of room to note it', async () => {
    const phone = await scene.device()
    scene.server.write('notifications', {
      id: videoId(9),
      user_id: ANNA,
      type: 'system',
      title: 'お知らせ',
      created_at: '2026-01-01T00:00:00Z',
    })
    await phone.replicate().syncNow()
    scene.server.refuse('notification_reads', videoId(9), 'not_found')
    const { outbox } = phone.store
    const remember = outbox.remember.bind(outbox)
    let refused = 0
    vi.spyOn(outbox, 'remember').mockImplementation((key, value) =>
      value === 'due' && refused++ < 2
        ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
        : remember(key, value),
    )
    const before = pushes(phone)
    await phone.engine.markNotificationRead(phone.store, videoId(9))
    // The doubt is noted once there is room
    await vi.waitFor(async () =>
      expect([refused > 2, await outbox.recall('repull:notifications')]).toEqual([true, '']),
    )
    expect(pushes(phone) - before).toBe(1)
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 0, attention: 0 })
  })
})

describe('a request that the server rejects because of one row', () => {
  test('is divided until that row stands alone; all others are saved', async () => {
    const phone = await scene.device()
    const send = phone.link.fetch
    phone.link.fetch = async (input, init) => {
      if (bodyOf(init).includes(videoId(17)))
        return Response.json({ code: '22P02', message: 'invalid input syntax' }, { status: 400 })
      return send(input, init)
    }
    for (let number = 0; number < 40; number++) await phone.engine.favoriteVideo(phone.store, videoId(number))
    await phone.replicate().syncNow()
    expect(scene.server.rows('favorites')).toHaveLength(39)
    expect(await now$(phone.store.outbox.parked$)).toMatchObject([{ id: favoriteId(17), code: 'invalid' }])
  })
})
