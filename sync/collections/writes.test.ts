import { firstValueFrom } from 'rxjs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { videoIdOf } from '#domain/video-id.ts'
import { fastInstanceOf } from '../storage/fast-dexie.ts'
import { openStore, type Store } from '../store.ts'
import { conversationList, markConversationRead } from './conversations.ts'
import { favoriteOf, favoriteVideo, favoriteVideos, unfavoriteVideo } from './favorites.ts'
import { deleteView, recentHistory, recordView, undoDeleteView } from './history.ts'
import { cancelMessage, editMessage, lastMessageOf, messagesOf, sendMessage } from './messages.ts'
import { notificationList, notificationWindow, unreadNotificationCount } from './notification-list.ts'
import {
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
  undoDeleteNotifications,
  undoMarkNotificationsRead,
} from './notification-marks.ts'
import { myRating, myRatings } from './my-ratings.ts'
import { deleteRating, rateVideo, type RatingChange, undoRating } from './rating-edits.ts'
import { changeSetting, settingOf } from './settings.ts'
import { editTime, InvalidWriteError, writeDocument } from './write.ts'

const ANNA = '018f0000-0000-7000-8000-00000000000a'
const BEN = '018f0000-0000-7000-8000-00000000000b'
const YOUTUBE = 'aaaaaaaaaaa'
const VIDEO = videoIdOf(YOUTUBE)
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

  test('has a comment without what nobody sees around it, and none that is nothing to see', async () => {
    const commented = async (comment: string) => {
      await rateVideo(store, 'ccccccccccc', { overall: 3, comment })
      return (await firstValueFrom(myRating(store, 'ccccccccccc')))?.comment
    }
    expect(await commented('　\n よい\n　動画 　\n')).toBe('よい\n　動画')
    expect(await commented('よ\0い\uD83D')).toBe('よい\uFFFD')
    for (const nothing of ['　\n　', '\u200B\u200B', '\u3164 \0'])
      expect([nothing, await commented(nothing)]).toEqual([nothing, ''])
    await deleteRating(store, 'ccccccccccc')
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

describe('taking a rating edit back', () => {
  const VIDEO_ID = 'ccccccccccc'
  const now = () => firstValueFrom(myRating(store, VIDEO_ID))
  const made = async (writing: Promise<RatingChange | undefined>): Promise<RatingChange> => {
    const change = await writing
    if (change === undefined) throw new Error('nothing changed')
    return change
  }

  test('of a first rating takes it away; of its deletion brings all of it back', async () => {
    const first = await made(rateVideo(store, VIDEO_ID, { axes: { clarity: 5 }, comment: 'よい' }))
    expect(await undoRating(store, VIDEO_ID, first)).toBe(true)
    expect(await now()).toBeUndefined()
    await rateVideo(store, VIDEO_ID, { axes: { clarity: 5 }, comment: 'よい' })
    const deletion = await made(deleteRating(store, VIDEO_ID))
    expect(await undoRating(store, VIDEO_ID, deletion)).toBe(true)
    expect(await now()).toMatchObject({ overall: 5, clarity: 5, comment: 'よい', sync: 'local' })
  })

  test('gives back only what that edit changed, with a later time', async () => {
    const change = await made(rateVideo(store, VIDEO_ID, { axes: { quality: 2 }, overall: 3.5 }))
    await rateVideo(store, VIDEO_ID, { comment: 'もっとよい' })
    const before = await now()
    expect(await undoRating(store, VIDEO_ID, change)).toBe(true)
    const after = await now()
    expect(after).toMatchObject({ overall: 5, clarity: 5, comment: 'もっとよい' })
    expect(after?.quality).toBeUndefined()
    expect(after?.edited_at.quality).toBeGreaterThan(before?.edited_at.quality ?? Number.POSITIVE_INFINITY)
    expect(after?.edited_at.comment).toBe(before?.edited_at.comment)
  })

  test('leaves what was changed again since', async () => {
    const change = await made(rateVideo(store, VIDEO_ID, { overall: 2 }))
    await rateVideo(store, VIDEO_ID, { overall: 3 })
    expect(await undoRating(store, VIDEO_ID, change)).toBe(false)
    expect(await now()).toMatchObject({ overall: 3 })
  })

  test('of a first rating leaves one that was edited since', async () => {
    await deleteRating(store, VIDEO_ID)
    const first = await made(rateVideo(store, VIDEO_ID, { overall: 4 }))
    await rateVideo(store, VIDEO_ID, { comment: '続き' })
    expect(await undoRating(store, VIDEO_ID, first)).toBe(false)
    expect(await now()).toMatchObject({ overall: 4, comment: '続き' })
  })
})

describe('a message', () => {
  test('needs a text, and not too long a one', async () => {
    await expect(sendMessage(store, 'c', ' \n ')).rejects.toMatchObject({ name: 'InvalidWriteError' })
    for (const nothing of ['　\n', '\u200B', '\u2060\u3164', '\0'])
      await expect(sendMessage(store, 'c', nothing)).rejects.toMatchObject({ name: 'InvalidWriteError' })
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

describe('a message that waits', () => {
  const bodies = async () => (await firstValueFrom(messagesOf(store, 'c'))).map(({ body }) => body)

  test('is edited in its place, and with nothing that could not be sent', async () => {
    const [first] = (await firstValueFrom(messagesOf(store, 'c'))).filter(({ seq }) => seq === 0)
    const id = first?.id ?? ''
    expect(await editMessage(store, id, '一、改め')).toBe(true)
    expect(await bodies()).toEqual(['新', '一、改め', '二', '三'])
    await expect(editMessage(store, id, '　')).rejects.toMatchObject({ name: 'InvalidWriteError' })
    await expect(editMessage(store, id, 'x'.repeat(10_001))).rejects.toMatchObject({
      name: 'InvalidWriteError',
    })
    expect(await editMessage(store, id, '\0一\uDE00')).toBe(true)
    expect(await bodies()).toEqual(['新', '一\uFFFD', '二', '三'])
    expect(await editMessage(store, id, '一')).toBe(true)
    const edited = (await firstValueFrom(messagesOf(store, 'c'))).find((item) => item.id === id)
    expect(edited?.sent_at).toBe(first?.sent_at)
    expect(edited?.edited_at).toBeGreaterThan(first?.edited_at ?? Number.POSITIVE_INFINITY)
  })

  test('is cancelled without a trace of its text, and stays so', async () => {
    const id = await sendMessage(store, 'c', 'まちがい')
    expect(await cancelMessage(store, id)).toBe('まちがい')
    expect(await bodies()).toEqual(['新', '一', '二', '三'])
    expect((await firstValueFrom(messagesOf(store, 'c', 1)))[0]?.body).toBe('三')
    expect((await firstValueFrom(lastMessageOf(store, 'c')))?.body).toBe('三')
    expect(await store.collections.messages.findOne(id).exec()).toMatchObject({ body: '', is_deleted: true })
    expect(await cancelMessage(store, id)).toBeUndefined()
    expect(await editMessage(store, id, '戻れ')).toBe(false)
  })

  test('is one of the person, and one that the server does not have', async () => {
    expect(await cancelMessage(store, 'm9')).toBeUndefined()
    expect(await editMessage(store, 'm9', '人の言葉')).toBe(false)
    expect(await cancelMessage(store, 'nowhere')).toBeUndefined()
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

describe('marks', () => {
  const list = async () =>
    (await firstValueFrom(notificationList(store))).map((item) => [item.id, item.is_read])

  test('are taken back: exactly those that reading all had read, and a deletion in its place', async () => {
    await undoMarkNotificationsRead(store, ['n1'])
    expect(await list()).toEqual([
      ['n1', false],
      ['n3', true],
    ])
    const marked = await markAllNotificationsRead(store)
    expect(marked).toEqual(['n1'])
    await undoMarkNotificationsRead(store, marked)
    await undoDeleteNotifications(store, ['n2'])
    expect(await list()).toEqual([
      ['n1', false],
      ['n2', false],
      ['n3', true],
    ])
    expect(await firstValueFrom(unreadNotificationCount(store))).toBe(2)
  })

  test('show in a window of the newest, where what was taken back beyond its end has no place yet', async () => {
    const window = async (limit: number) => {
      const { items, isWhole } = await firstValueFrom(notificationWindow(store, limit))
      return [...items.map(({ id }) => id), isWhole]
    }
    expect(await window(4)).toEqual(['n1', 'n2', 'n3', true])
    expect(await window(2)).toEqual(['n1', 'n2', false])
    await deleteNotification(store, 'n1')
    await deleteNotification(store, 'n3')
    expect(await window(2)).toEqual(['n2', false])
    await undoDeleteNotifications(store, ['n1', 'n3'])
    expect(await window(2)).toEqual(['n1', 'n2', false])
    expect(await window(4)).toEqual(['n1', 'n2', 'n3', true])
  })

  test('of 1,000 are one write, there and back', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `many${String(index).padStart(4, '0')}`)
    const found = await store.collections.notifications.findOne('n1').exec(true)
    await store.collections.notifications.bulkInsert(ids.map((id) => ({ ...found.toMutableJSON(), id })))
    const write = vi.spyOn(fastInstanceOf(store.collections.notification_reads), 'edit')
    const marked = await markAllNotificationsRead(store)
    expect(marked).toHaveLength(1_002)
    await undoMarkNotificationsRead(store, marked)
    expect(write).toHaveBeenCalledTimes(2)
    write.mockRestore()
    expect(await firstValueFrom(unreadNotificationCount(store))).toBe(1_002)
    await store.collections.notifications.bulkRemove(ids)
  })

  test('that were forgotten, because the server has them, are set anew in one write', async () => {
    const reads = store.collections.notification_reads
    await reads.bulkRemove(['n1', 'n3'])
    const write = vi.spyOn(fastInstanceOf(reads), 'edit')
    expect(await markAllNotificationsRead(store)).toHaveLength(3)
    expect(write).toHaveBeenCalledTimes(1)
    write.mockRestore()
  })

  test('are edited after what came from another device', async () => {
    const ahead = clock.now + 60_000
    const row = await store.collections.notifications.findOne('n1').exec(true)
    await row.incrementalPatch({ is_read: false, read_edited_at: ahead })
    expect(await list()).toContainEqual(['n1', false])
    expect(await markNotificationRead(store, 'n1')).toBe(true)
    expect(await list()).toContainEqual(['n1', true])
    expect(await markNotificationRead(store, 'n1')).toBe(false)
    expect((await store.collections.notification_reads.findOne('n1').exec(true)).read_edited_at).toBe(
      ahead + 1,
    )
  })
})

test('a view that was taken out comes back in its place', async () => {
  for (const id of ['v1', 'v2', 'v3']) await recordView(store, id)
  const views = async () => (await firstValueFrom(recentHistory(store))).map((view) => view.video_id)
  expect(await deleteView(store, 'v2')).toBe(true)
  expect(await deleteView(store, 'v2')).toBe(false)
  expect(await views()).toEqual(['v3', 'v1'])
  expect(await undoDeleteView(store, 'v2')).toBe(true)
  expect(await views()).toEqual(['v3', 'v2', 'v1'])
  expect(await undoDeleteView(store, 'v2')).toBe(false)
  for (const id of ['v1', 'v2', 'v3']) await deleteView(store, id)
})

test('a view is remembered once per video and can be forgotten', async () => {
  await recordView(store, VIDEO)
  await recordView(store, VIDEO)
  expect((await firstValueFrom(recentHistory(store))).map((item) => item.video?.title)).toEqual(['動画'])
  await deleteView(store, VIDEO)
  expect(await firstValueFrom(recentHistory(store))).toEqual([])
})

test('a setting keeps any value, and refuses what the server would', async () => {
  await changeSetting(store, 'matching-filter', { volume: 0.5, on: true })
  expect((await firstValueFrom(settingOf(store, 'matching-filter')))?.value).toEqual({
    volume: 0.5,
    on: true,
  })
  await expect(changeSetting(store, 'theme', 'y'.repeat(9_000))).rejects.toMatchObject({
    name: 'InvalidWriteError',
  })
})

describe('a write that meets another of the same document', () => {
  test('is made on top of it, and neither is lost', async () => {
    const { settings } = store.collections
    const fresh = {
      id: 'contested',
      user_id: store.userId,
      name: 'contested',
      edited_at: 0,
      row_version: 0,
      sync_epoch: '',
    }
    const counted = await settings.insert({ ...fresh, value: { count: 0 } })
    const plusOne = (value: unknown): { count: number } => ({
      count: 1 + (typeof value === 'object' && value !== null && 'count' in value ? Number(value.count) : 0),
    })
    await Promise.all(
      Array.from({ length: 5 }, () => [
        writeDocument(settings, 'contested', (doc) => doc && { ...doc, value: plusOne(doc.value) }),
        counted.incrementalModify((doc) => ({ ...doc, value: plusOne(doc.value) })),
      ]).flat(),
    )
    expect((await settings.findOne('contested').exec())?.value).toEqual({ count: 10 })
    await settings.findOne('contested').remove()
  })

  test('throws what the edit throws, and stores nothing', async () => {
    const refusing = writeDocument(store.collections.settings, 'refused', () => {
      throw new InvalidWriteError('value')
    })
    await expect(refusing).rejects.toThrow(InvalidWriteError)
    expect(await store.collections.settings.findOne('refused').exec()).toBeNull()
  })
})

test('an edit is always later than the one it replaces', () => {
  expect(editTime(10.7)).toBe(10)
  expect(editTime(10, 20)).toBe(21)
})
