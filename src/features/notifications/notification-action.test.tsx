// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import { recentKeyOf } from '#sync/collections/keys.ts'
import { notificationList, unreadNotificationCount } from '#sync/collections/notification-list.ts'
import type { NotificationDocument } from '#sync/collections/notifications.ts'
import type { Store } from '#sync/store.ts'
import { firstValueFrom } from 'rxjs'
import { openTestStore, refuseToStore } from '../../../tests/support/screen.tsx'
import type { AnswerConnection } from '#sync/collections/connection-answers.ts'
import { actOnNotification } from './notification-action.ts'

const ID = '00000000-0000-4000-8000-000000000001'
let store: Store
beforeEach(async () => {
  store = await openTestStore()
})

async function hold(facts: Partial<NotificationDocument>): Promise<void> {
  const created_at = new Date().toISOString()
  await store.collections.notifications.insert({
    id: ID,
    type: 'system',
    title: 'お知らせ',
    message: '',
    priority: 'medium',
    is_read: false,
    read_edited_at: 0,
    is_deleted: false,
    deleted_edited_at: 0,
    is_premium_only: false,
    row_version: 1,
    sync_epoch: '1.1',
    created_at,
    recent_key: recentKeyOf(created_at),
    ...facts,
  })
}
const answering = () => vi.fn<AnswerConnection>(() => Promise.resolve({ ok: true }))
const act = (action: string, answerConnection: AnswerConnection | null = answering(), id = ID) =>
  actOnNotification({ store, id, action, answerConnection })
const unread = () => firstValueFrom(unreadNotificationCount(store))
const REQUEST = { type: 'connection_request', metadata: { connection_data: { connection_id: 'c1' } } }
const MESSAGE = { type: 'message', metadata: { message_data: { conversation_id: 'v1' } } }

test.each([
  ['accept', true],
  ['reject', false],
])('%s answers the request and reads it', async (action, accept) => {
  await hold(REQUEST)
  const answer = answering()
  expect(await act(action, answer)).toEqual({ ok: true, wasUnread: true })
  expect(answer).toHaveBeenCalledExactlyOnceWith('c1', accept)
  expect(await unread()).toBe(0)
})

test.each([
  ['view', { link: '/video/abc' }, '/video/abc'],
  ['view', {}, '/profile/notifications'],
  ['link', { link: '/video/abc' }, '/video/abc'],
  ['reply', MESSAGE, '/messages/v1'],
])('%s reads it and tells where it leads', async (action, facts, path) => {
  await hold(facts)
  expect(await act(action)).toEqual({ ok: true, wasUnread: true, path })
  expect(await unread()).toBe(0)
})

test('dismiss deletes it', async () => {
  await hold({})
  expect(await act('dismiss')).toEqual({ ok: true, wasUnread: true })
  expect(await firstValueFrom(notificationList(store))).toEqual([])
})

describe('what cannot be done', () => {
  test.each([
    ['accept', MESSAGE, 'notification_action_refused', 'この通知タイプではこのアクションは実行できません'],
    ['reject', {}, 'notification_action_refused', 'この通知タイプではこのアクションは実行できません'],
    ['reply', REQUEST, 'notification_action_refused', 'この通知タイプではこのアクションは実行できません'],
    [
      'reply',
      { type: 'message' },
      'notification_action_refused',
      'この通知タイプではこのアクションは実行できません',
    ],
    ['link', {}, 'notification_action_refused', 'この通知タイプではこのアクションは実行できません'],
    [
      'link',
      { link: 'https://evil.test' },
      'notification_action_refused',
      'この通知タイプではこのアクションは実行できません',
    ],
    ['accept', { type: 'connection_request' }, 'connection_metadata_missing', '接続IDが見つかりません'],
  ] as const)('%s, which is read all the same', async (action, facts, code, sentence) => {
    await hold(facts)
    expect(await act(action)).toEqual({ ok: false, code })
    expect(ERROR_SENTENCES[code]).toBe(sentence)
    expect(await unread()).toBe(0)
  })

  test.each([
    ['shout', ID, 'notification_action_unknown', '不明なアクションです'],
    ['', ID, 'notification_invalid', '無効なパラメータ'],
    ['view', '', 'notification_invalid', '無効なパラメータ'],
    ['view', 'another', 'notification_not_found', '通知が見つかりませんでした'],
  ] as const)('%j of %j, which reads nothing', async (action, id, code, sentence) => {
    await hold({})
    expect(await act(action, answering(), id)).toEqual({ ok: false, code })
    expect(ERROR_SENTENCES[code]).toBe(sentence)
    expect(await unread()).toBe(1)
  })

  test("another person's, and anything without a person", async () => {
    await hold({ user_id: 'somebody else' })
    expect(await act('view')).toEqual({ ok: false, code: 'notification_not_found' })
    expect(await actOnNotification({ store: null, id: ID, action: 'view', answerConnection: null })).toEqual({
      ok: false,
      code: 'notification_invalid',
    })
  })

  test('what the device cannot store', async () => {
    await hold({})
    refuseToStore(store, 'notification_reads')
    expect(await act('dismiss')).toEqual({ ok: false, code: 'notification_action_failed' })
    expect(ERROR_SENTENCES.notification_action_failed).toBe('通知アクションの実行に失敗しました')
  })

  test('what the server refuses keeps its own code', async () => {
    await hold(REQUEST)
    const answer = vi.fn<AnswerConnection>(() =>
      Promise.resolve({ ok: false, code: 'connection_already_answered', answer: 'rejected' }),
    )
    expect(await act('accept', answer)).toEqual({
      ok: false,
      code: 'connection_already_answered',
      answer: 'rejected',
    })
  })
})
