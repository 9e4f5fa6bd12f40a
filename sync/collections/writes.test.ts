import type { RxCollection } from 'rxdb/plugins/core'
import { firstValueFrom } from 'rxjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../store.ts'
import { conversationList, markConversationRead } from './conversations.ts'
import { favoriteOf, favoriteVideo, favoriteVideos, unfavoriteVideo } from './favorites.ts'
import { deleteView, recentHistory, recordView } from './history.ts'
import { lastMessageOf, messagesOf, sendMessage } from './messages.ts'
import {
  deleteNotification,
  markAllNotificationsRead,
  notificationList,
  unreadNotificationCount,
} from './notification-reads.ts'
import { deleteRating, myRating, myRatings, rateVideo } from './ratings.ts'
import { changeSetting, settingOf } from './settings.ts'
import { editTime, writeDocument } from './write.ts'

const ANNA = '018f0000-0000-7000-8000-00000000000a'
const BEN = '018f0000-0000-7000-8000-00000000000b'
const VIDEO = '018f0000-0000-7000-8000-0000000000e1'
const YOUTUBE = 'aaaaaaaaaaa'
const clock = { now: 1_790_000_000_000 }

let store: Store
beforeAll(async () => {
  store = await openStore({ userId: ANNA, deviceId: 'd', now: () => clock.now++, name: 'mirutomo-writes' })
  const { videos, notifications, conversations, profiles, messages } = store.collections
  const saved = { row_version: 7, sync_epoch: '1.1' }
  await videos.insert({
    ...saved,
    id: VIDEO,
    youtube_id: YOUTUBE,
    title: '動画',
    duration: 1,
    view_count: 1,
    genre_id: 'music',
    channel_title: 'c',
    review_count: 1,
    rating_count: 1,
    avg_rating: 1,
    on_shelf: true,
    recent_key: '1',
    review_key: '1',
  })
  for (const id of ['n1', 'n2', 'n3']) {
    await notifications.insert({
      ...saved,
      id,
      type: 'like',
      title: id,
      message: '',
      priority: 'medium',
      is_read: false,
      read_edited_at: 0,
      is_deleted: false,
      deleted_edited_at: 0,
      is_premium_only: false,
      created_at: '2026-01-01T00:00:00Z',
      recent_key: id,
    })
  }
  await profiles.insert({ ...saved, id: BEN, username: 'ben', is_premium: false })
  await conversations.insert({
    ...saved,
    id: 'c',
    user1_id: ANNA,
    user2_id: BEN,
    is_active: true,
    user1_unread_count: 2,
    user2_unread_count: 0,
    user1_read_seq: 3,
    user2_read_seq: 0,
    my_read_seq: 0,
    server_version: 7,
    recent_key: '1',
  })
  await messages.insert({
    ...saved,
    id: 'm9',
    conversation_id: 'c',
    sender_id: BEN,
    body: '新',
    seq: 9,
    is_deleted: false,
    sent_at: 1,
    edited_at: 1,
    recent_key: '10',
  })
})
afterAll(() => store.close())

describe('a favourite', () => {
  test('is stored unsaved with the time of the edit, and taken away without being forgotten', async () => {
    await favoriteVideo(store, VIDEO)
    expect(await firstValueFrom(favoriteVideos(store))).toMatchObject([
      { video_id: VIDEO, sync: 'local', row_version: 0, video: { title: '動画' } },
    ])
    await unfavoriteVideo(store, VIDEO)
    expect(await firstValueFrom(favoriteVideos(store))).toEqual([])
    expect(await firstValueFrom(favoriteOf(store, VIDEO))).toMatchObject({ is_favorite: false })
  })

  test('that changes nothing writes nothing', async () => {
    await unfavoriteVideo(store, VIDEO)
    const before = await firstValueFrom(favoriteOf(store, VIDEO))
    await unfavoriteVideo(store, VIDEO)
    await unfavoriteVideo(store, 'never seen')
    expect(await firstValueFrom(favoriteOf(store, VIDEO))).toEqual(before)
    expect(await firstValueFrom(favoriteOf(store, 'never seen'))).toBeUndefined()
  })

  test('is edited after the edit before it even when the clock went back', async () => {
    await favoriteVideo(store, VIDEO)
    const before = await firstValueFrom(favoriteOf(store, VIDEO))
    clock.now -= 60_000
    await unfavoriteVideo(store, VIDEO)
    clock.now += 60_000
    expect((await firstValueFrom(favoriteOf(store, VIDEO)))?.edited_at).toBe((before?.edited_at ?? 0) + 1)
  })

  test('pressed many times at once ends as the last press', async () => {
    await Promise.all([
      favoriteVideo(store, 'fast'),
      unfavoriteVideo(store, 'fast'),
      favoriteVideo(store, 'fast'),
      unfavoriteVideo(store, 'fast'),
    ])
    expect(await firstValueFrom(favoriteOf(store, 'fast'))).toMatchObject({ is_favorite: false })
  })
})

describe('a rating', () => {
  test('needs a score, and none outside the scale', async () => {
    await expect(rateVideo(store, 'bbbbbbbbbbb', { comment: 'よい' })).rejects.toMatchObject({
      name: 'InvalidWriteError',
    })
    await expect(rateVideo(store, 'bbbbbbbbbbb', { overall: 5.5 })).rejects.toMatchObject({
      name: 'InvalidWriteError',
    })
    await expect(rateVideo(store, 'bbbbbbbbbbb', { axes: { clarity: 1.2 } })).rejects.toMatchObject({
      name: 'InvalidWriteError',
    })
    await expect(
      rateVideo(store, 'bbbbbbbbbbb', { overall: 3, comment: 'x'.repeat(10_001) }),
    ).rejects.toMatchObject({ name: 'InvalidWriteError' })
    expect(await firstValueFrom(myRating(store, 'bbbbbbbbbbb'))).toBeUndefined()
  })

  test('takes its overall score from the axes unless the person gives one', async () => {
    await rateVideo(store, YOUTUBE, { axes: { clarity: 5, quality: 4 } })
    expect(await firstValueFrom(myRating(store, YOUTUBE))).toMatchObject({
      overall: 4.5,
      clarity: 5,
      quality: 4,
    })
    await rateVideo(store, YOUTUBE, { axes: { clarity: 1 } })
    expect(await firstValueFrom(myRating(store, YOUTUBE))).toMatchObject({
      overall: 4.5,
      clarity: 1,
      quality: 4,
    })
    await rateVideo(store, YOUTUBE, { overall: 2 })
    expect(await firstValueFrom(myRating(store, YOUTUBE))).toMatchObject({ overall: 2 })
  })

  test('gives a new time only to the fields that changed', async () => {
    const before = (await firstValueFrom(myRating(store, YOUTUBE)))?.edited_at
    await rateVideo(store, YOUTUBE, { overall: 2, comment: 'よい' })
    const after = (await firstValueFrom(myRating(store, YOUTUBE)))?.edited_at
    expect(after).toMatchObject({ overall: before?.overall, clarity: before?.clarity })
    expect(before).not.toHaveProperty('comment')
    expect(after?.comment).toBeGreaterThan(before?.overall ?? Number.POSITIVE_INFINITY)
  })

  test('that was deleted comes back fresh: nothing of the old one shines through', async () => {
    await deleteRating(store, YOUTUBE)
    expect(await firstValueFrom(myRating(store, YOUTUBE))).toBeUndefined()
    await rateVideo(store, YOUTUBE, { overall: 1 })
    const rating = await firstValueFrom(myRating(store, YOUTUBE))
    expect(rating).toMatchObject({ overall: 1, comment: '' })
    expect(rating?.clarity).toBeUndefined()
    expect(rating?.edited_at.clarity).toBe(rating?.edited_at.overall)
    expect(await firstValueFrom(myRatings(store))).toMatchObject([{ overall: 1, video: { title: '動画' } }])
  })
})

describe('a message', () => {
  test('needs a text, and not too long a one', async () => {
    await expect(sendMessage(store, 'c', ' \n ')).rejects.toMatchObject({ name: 'InvalidWriteError' })
    await expect(sendMessage(store, 'c', 'x'.repeat(10_001))).rejects.toMatchObject({
      name: 'InvalidWriteError',
    })
  })

  test('stands after what was saved, in the order of writing', async () => {
    for (const word of ['一', '二', '三']) await sendMessage(store, 'c', word)
    const items = await firstValueFrom(messagesOf(store, 'c'))
    expect(items.map(({ body, sync }) => [body, sync])).toEqual([
      ['新', 'saved'],
      ['一', 'local'],
      ['二', 'local'],
      ['三', 'local'],
    ])
    expect((await firstValueFrom(messagesOf(store, 'c', 2))).map(({ body }) => body)).toEqual(['二', '三'])
    expect((await firstValueFrom(lastMessageOf(store, 'c')))?.body).toBe('三')
  })
})

test('a conversation that was read has nothing unread, also before the server knows', async () => {
  expect(
    (await firstValueFrom(conversationList(store))).map((item) => [
      item.partner?.username,
      item.unread_count,
      item.last_message?.body,
    ]),
  ).toEqual([['ben', 2, '三']])
  await markConversationRead(store, 'c')
  const [item] = await firstValueFrom(conversationList(store))
  expect(item).toMatchObject({ unread_count: 0, my_read_seq: 9, user1_unread_count: 2, row_version: 0 })
  await markConversationRead(store, 'nowhere')
})

test('notifications are read and deleted beside their contents', async () => {
  expect(await firstValueFrom(unreadNotificationCount(store))).toBe(3)
  await deleteNotification(store, 'n2')
  expect(await firstValueFrom(unreadNotificationCount(store))).toBe(2)
  await markAllNotificationsRead(store)
  expect(
    (await firstValueFrom(notificationList(store))).map((item) => [item.id, item.is_read, item.sync]),
  ).toEqual([
    ['n1', true, 'local'],
    ['n3', true, 'local'],
  ])
  expect(await firstValueFrom(unreadNotificationCount(store))).toBe(0)
})

test('a view is remembered once per video and can be forgotten', async () => {
  await recordView(store, VIDEO)
  await recordView(store, VIDEO)
  expect((await firstValueFrom(recentHistory(store))).map((item) => item.video?.title)).toEqual(['動画'])
  await deleteView(store, VIDEO)
  expect(await firstValueFrom(recentHistory(store))).toEqual([])
})

test('a setting keeps any value, and refuses what the server would', async () => {
  await changeSetting(store, 'sound', { volume: 0.5, on: true })
  expect((await firstValueFrom(settingOf(store, 'sound')))?.value).toEqual({ volume: 0.5, on: true })
  await expect(changeSetting(store, 'x'.repeat(61), 1)).rejects.toMatchObject({ name: 'InvalidWriteError' })
  await expect(changeSetting(store, 'x', 'y'.repeat(9_000))).rejects.toMatchObject({
    name: 'InvalidWriteError',
  })
})

describe('a write that meets another of the same document', () => {
  /** A collection in which somebody else is faster, `times` times. */
  function contested(times: number, code = 'CONFLICT') {
    let value = 0
    const current = {
      toMutableJSON: () => ({ id: 'a', row_version: 5, sync_epoch: '', value }),
      modify: (next: () => { value: number }) => {
        if (times-- <= 0) return Promise.resolve((value = next().value))
        value += 10
        return Promise.reject(Object.assign(new Error('not written'), { code }))
      },
    }
    const collection = { findOne: () => ({ exec: () => Promise.resolve(current) }) }
    type Counter = { id: string; row_version: number; sync_epoch: string; value: number }
    const write = (): Promise<void> =>
      writeDocument<Counter>(
        collection as unknown as RxCollection<Counter>,
        'a',
        (doc) => doc && { ...doc, value: doc.value + 1 },
      )
    return { write, value: () => value }
  }

  test('is made again on top of it', async () => {
    const { write, value } = contested(3)
    await write()
    expect(value()).toBe(31)
  })

  test('gives up when it never gets through, and at once when nothing was contested', async () => {
    await expect(contested(1_000).write()).rejects.toThrow('not written')
    const { write, value } = contested(1, 'QUOTA')
    await expect(write()).rejects.toThrow('not written')
    expect(value()).toBe(10)
  })
})

test('an edit is always later than the one it replaces', () => {
  expect(editTime(10.7)).toBe(10)
  expect(editTime(10, 20)).toBe(21)
})
