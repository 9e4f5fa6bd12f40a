// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ERROR_SENTENCES, SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { recentKeyOf } from '#sync/collections/keys.ts'
import type { NotificationDocument } from '#sync/collections/notifications.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, show, refuseToStore } from '../../../tests/support/screen.tsx'
import { answerConnection, answerRequest } from '#sync/collections/connection-answers.ts'
import type { AnswerConnection, ConnectionAnswer } from '#sync/collections/connection-answers.ts'
import { COPY } from './copy.ts'
import { dismissOne, replyTo } from './notification-actions.ts'
import { NotificationBell } from './notification-bell.tsx'
import { NotificationDropdown } from './notification-dropdown.tsx'
import { NotificationPreviews } from './notification-previews.tsx'
import { NotificationsScreen } from './notifications-screen.tsx'

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const CONNECTION = '00000000-0000-4000-8000-0000000000cc'
const PENDING = '00000000-0000-4000-8000-0000000000cd'

async function hold(store: Store, ...items: Partial<NotificationDocument>[]): Promise<void> {
  const rows = items.map((facts, index) => {
    const created_at = facts.created_at ?? new Date(Date.now() - index * 1_000).toISOString()
    return {
      id: idOf(index + 1),
      type: 'system',
      title: `お知らせ${index + 1}`,
      message: '',
      priority: 'high' as const,
      is_read: false,
      read_edited_at: 0,
      is_deleted: false,
      deleted_edited_at: 0,
      is_premium_only: false,
      row_version: 1,
      sync_epoch: '1.1',
      ...facts,
      created_at,
      recent_key: recentKeyOf(created_at),
    }
  })
  await store.collections.notifications.bulkInsert(rows)
}
const request = (facts: Partial<NotificationDocument> = {}): Partial<NotificationDocument> => ({
  type: 'connection_request',
  title: '接続リクエストが届きました',
  metadata: { connection_data: { connection_id: CONNECTION } },
  ...facts,
})

const answering = (answer: ConnectionAnswer = { ok: true }) =>
  vi.fn<AnswerConnection>(() => Promise.resolve(answer))
const page = (
  store: Store | null,
  { isPremium = false, filter = undefined as 'premium' | undefined } = {},
) => (
  <NotificationsScreen store={store} isPremium={isPremium} filter={filter} answerConnection={answering()} />
)
const dropdown = (store: Store, answer = answering(), isPremium = false) => (
  <NotificationDropdown
    store={store}
    isPremium={isPremium}
    answerConnection={answer}
    unread={1}
    close={() => {}}
  />
)
const row = (title: string) => {
  const item = screen.getByText(title).closest('li')
  if (!item) throw new Error(`${title} is in no list`)
  return within(item)
}
const toastsSay = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)

describe('the page', () => {
  test('groups by day, the newest first', async () => {
    const store = await openTestStore()
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await hold(
      store,
      { title: '昔', created_at: daysAgo(30) },
      { title: '今朝', created_at: daysAgo(0) },
      { title: '三日前', created_at: daysAgo(3) },
    )
    await show(page(store))
    await screen.findByText('今朝')
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(headings).toEqual(['今日', '今週', 'それ以前'])
    const titles = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(titles[0]).toContain('今朝')
    expect(titles[2]).toContain('昔')
  })

  test('reads one on the device at once, and keeps the keyboard in its row', async () => {
    const store = await openTestStore()
    await hold(store, { title: 'ようこそ' })
    await show(page(store))
    const check = await screen.findByLabelText(COPY.markRead('ようこそ'))
    check.focus()
    fireEvent.click(check)
    await waitFor(() => expect(row('ようこそ').queryByText(COPY.unread)).toBeNull())
    expect(row('ようこそ').getByText('端末に保存')).toBeDefined()
    expect(document.activeElement?.getAttribute('aria-label')).toBe(COPY.remove('ようこそ'))
  })

  test('reads all, and says so', async () => {
    const store = await openTestStore()
    await hold(store, {}, {}, { is_read: true })
    await show(page(store))
    fireEvent.click(await screen.findByText(COPY.markAllRead))
    await toastsSay(COPY.markedAllRead)
    await waitFor(() => expect(screen.getByText(COPY.markAllRead).hasAttribute('disabled')).toBe(true))
    expect(document.activeElement?.tagName).toBe('H1')
    expect(await store.collections.notification_reads.find().exec()).toHaveLength(2)
    fireEvent.click(screen.getByText('元に戻す'))
    await waitFor(() => expect(screen.getByText(COPY.markAllRead).hasAttribute('disabled')).toBe(false))
    expect(screen.getAllByText(COPY.unread, { selector: 'li *' })).toHaveLength(2)
  })

  test('has its tools before its data, so that nothing moves when they come', async () => {
    const named = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
    const { change } = await show(page(null))
    const before = named().filter((name) => name?.includes('既読') || name === COPY.select)
    expect(before).toEqual([COPY.markAllRead, COPY.select, COPY.clearRead])
    const store = await openTestStore()
    await hold(store, { is_read: true })
    change(page(store))
    await screen.findByText('お知らせ1')
    expect(named()).toEqual(expect.arrayContaining(before))
  })

  test('reads one by its button and takes it back; a read one can be made unread at any time', async () => {
    const store = await openTestStore()
    await hold(store, {})
    await show(page(store))
    fireEvent.click(await screen.findByLabelText(COPY.markRead('お知らせ1')))
    await toastsSay(COPY.markedRead(1))
    fireEvent.click(screen.getByText('元に戻す'))
    fireEvent.click(await screen.findByLabelText(COPY.markRead('お知らせ1')))
    fireEvent.click(await screen.findByLabelText(COPY.markUnread('お知らせ1')))
    expect(await screen.findByLabelText(COPY.markRead('お知らせ1'))).toBeDefined()
  })

  test('deletes several one after the other, and brings all of them back in their places', async () => {
    const store = await openTestStore()
    await hold(store, {}, {}, {})
    await show(page(store))
    fireEvent.click(await screen.findByLabelText(COPY.remove('お知らせ2')))
    await toastsSay(COPY.removed(1))
    fireEvent.click(screen.getByLabelText(COPY.remove('お知らせ1')))
    await toastsSay(COPY.removed(2))
    fireEvent.click(screen.getByText('元に戻す'))
    await screen.findByText('お知らせ1')
    expect(screen.getAllByText(/^お知らせ\d$/).map((item) => item.textContent)).toEqual([
      'お知らせ1',
      'お知らせ2',
      'お知らせ3',
    ])
  })

  test('deletes one, and gives the focus to the next', async () => {
    const store = await openTestStore()
    await hold(store, {}, {})
    await show(page(store))
    const trash = await screen.findByLabelText(COPY.remove('お知らせ1'))
    trash.focus()
    fireEvent.click(trash)
    await waitFor(() => expect(screen.queryByText('お知らせ1')).toBeNull())
    await toastsSay(COPY.removed(1))
    expect(document.activeElement?.getAttribute('aria-label')).toBe(COPY.markRead('お知らせ2'))
  })

  test('says in the words of the catalogue when the device could not store it', async () => {
    const store = await openTestStore()
    await hold(store, {})
    await show(page(store))
    await screen.findByText('お知らせ1')
    refuseToStore(store, 'notification_reads')
    fireEvent.click(screen.getByLabelText(COPY.remove('お知らせ1')))
    await toastsSay(ERROR_SENTENCES.notification_delete_failed)
    fireEvent.click(screen.getByLabelText(COPY.markRead('お知らせ1')))
    await toastsSay(ERROR_SENTENCES.notification_update_failed)
    fireEvent.click(screen.getByText(COPY.markAllRead))
    await toastsSay(ERROR_SENTENCES.notification_bulk_update_failed)
  })

  test('lists the unread alone', async () => {
    const store = await openTestStore()
    await hold(store, { title: '未読の' }, { title: '読んだ', is_read: true })
    await show(page(store))
    await screen.findByText('読んだ')
    fireEvent.click(screen.getByRole('tab', { name: /未読/ }))
    expect(screen.queryByText('読んだ')).toBeNull()
    fireEvent.click(screen.getByLabelText(COPY.markRead('未読の')))
    expect(await screen.findByText(COPY.emptyUnread)).toBeDefined()
  })

  test('shows fifty, and more when asked', async () => {
    const store = await openTestStore()
    await hold(store, ...Array.from({ length: 60 }, () => ({})))
    const query = vi.spyOn(store.collections.notifications.storageInstance, 'query')
    await show(page(store))
    await screen.findByText('お知らせ50')
    expect(screen.queryByText('お知らせ51')).toBeNull()
    const limits = query.mock.calls.map(([{ query: asked }]) => asked)
    expect(limits.flatMap(({ sort, limit }) => ('recent_key' in (sort[0] ?? {}) ? [limit] : []))).toEqual([
      51,
    ])
    fireEvent.click(screen.getByText(COPY.more))
    expect(await screen.findByText('お知らせ60')).toBeDefined()
    await waitFor(() => expect(screen.queryByText(COPY.more)).toBeNull())
  })

  test('finds the unread further back, counts all of them, and reads all of them', async () => {
    const store = await openTestStore()
    const old = { is_read: false, title: '昔の' }
    await hold(store, ...Array.from({ length: 70 }, () => ({ is_read: true })), old, {
      ...old,
      title: 'もっと昔の',
    })
    await show(page(store))
    expect(await screen.findByRole('tab', { name: /未読.*2/ })).toBeDefined()
    expect(screen.queryByText('昔の')).toBeNull()
    fireEvent.click(screen.getByRole('tab', { name: /未読/ }))
    expect(await screen.findByText('もっと昔の')).toBeDefined()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    fireEvent.click(screen.getByText(COPY.markAllRead))
    expect(await screen.findByText(COPY.emptyUnread)).toBeDefined()
    expect(await store.collections.notification_reads.find().exec()).toHaveLength(2)
  })

  test('deletes one of many, gives the focus to the next, and lets an older one move up', async () => {
    const store = await openTestStore()
    await hold(store, ...Array.from({ length: 60 }, () => ({ is_read: true })))
    await show(page(store))
    const trash = await screen.findByLabelText(COPY.remove('お知らせ1'))
    trash.focus()
    fireEvent.click(trash)
    expect(await screen.findByText('お知らせ51')).toBeDefined()
    expect(screen.queryByText('お知らせ1')).toBeNull()
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe(COPY.remove('お知らせ2')),
    )
  })

  test('warns a free person who asks for premium notifications', async () => {
    const store = await openTestStore()
    await hold(store, { is_premium_only: true })
    store.engine.synced(1)
    await show(page(store, { filter: 'premium' }))
    expect(await screen.findByText(COPY.premiumOnly)).toBeDefined()
    expect(screen.queryByText('お知らせ1')).toBeNull()
  })

  test('shows them to a premium person', async () => {
    const store = await openTestStore()
    await hold(store, { is_premium_only: true }, {})
    await show(page(store, { isPremium: true, filter: 'premium' }))
    expect(await screen.findByText('お知らせ1')).toBeDefined()
    expect(screen.queryByText('お知らせ2')).toBeNull()
  })

  test('shows one type alone, also one that is further back', async () => {
    const store = await openTestStore()
    await hold(store, ...Array.from({ length: 60 }, () => ({})), { type: 'message', title: '手紙' })
    await show(page(store))
    await screen.findByText('お知らせ1')
    fireEvent.change(screen.getByLabelText(COPY.type), { target: { value: 'message' } })
    expect(await screen.findByText('手紙')).toBeDefined()
    expect(screen.queryByText('お知らせ1')).toBeNull()
    fireEvent.change(screen.getByLabelText(COPY.type), { target: { value: 'match' } })
    expect(await screen.findByText(COPY.emptyType('マッチ'))).toBeDefined()
    fireEvent.click(screen.getByText(COPY.showAll))
    expect(await screen.findByText('お知らせ1')).toBeDefined()
  })

  test('those that are chosen are read together, and taken back together', async () => {
    const store = await openTestStore()
    await hold(store, {}, {}, {})
    await show(page(store))
    fireEvent.click(await screen.findByText(COPY.select))
    expect(screen.queryByLabelText(COPY.remove('お知らせ1'))).toBeNull()
    fireEvent.click(screen.getByLabelText(COPY.selectOne('お知らせ1')))
    fireEvent.click(screen.getByLabelText(COPY.selectOne('お知らせ3')))
    expect(screen.getByText(COPY.selected(2))).toBeDefined()
    fireEvent.click(screen.getByText(COPY.readSelected))
    await toastsSay(COPY.markedRead(2))
    expect(document.activeElement?.tagName).toBe('H1')
    await waitFor(() => expect(screen.getAllByText(COPY.unread, { selector: 'li *' })).toHaveLength(1))
    fireEvent.click(screen.getByText('元に戻す'))
    await waitFor(() => expect(screen.getAllByText(COPY.unread, { selector: 'li *' })).toHaveLength(3))
  })

  test('all are chosen, deleted together, and brought back', async () => {
    const store = await openTestStore()
    await hold(store, {}, {}, {})
    await show(page(store))
    fireEvent.click(await screen.findByText(COPY.select))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: COPY.removeSelected }).disabled).toBe(true)
    fireEvent.click(screen.getByText(COPY.selectAll))
    fireEvent.click(screen.getByText(COPY.removeSelected))
    await toastsSay(COPY.removed(3))
    await waitFor(() => expect(screen.queryByText('お知らせ1')).toBeNull())
    fireEvent.click(screen.getByText('元に戻す'))
    expect(await screen.findByText('お知らせ3')).toBeDefined()
  })

  test('clears those that are read, also those read here, and brings them back', async () => {
    const store = await openTestStore()
    await hold(store, {}, { is_read: true }, {})
    await show(page(store))
    fireEvent.click(await screen.findByLabelText(COPY.markRead('お知らせ3')))
    await toastsSay(COPY.markedRead(1))
    fireEvent.click(screen.getByText(COPY.clearRead))
    await toastsSay(COPY.removed(2))
    await waitFor(() => expect(screen.getAllByText(/^お知らせ\d$/)).toHaveLength(1))
    fireEvent.click(screen.getAllByText('元に戻す').at(-1) ?? document.body)
    await waitFor(() => expect(screen.getAllByText(/^お知らせ\d$/)).toHaveLength(3))
  })

  test('says when there was nothing to clear, and when it could not be cleared', async () => {
    const store = await openTestStore()
    await hold(store, {})
    await show(page(store))
    fireEvent.click(await screen.findByText(COPY.clearRead))
    await toastsSay(COPY.nothingRead)
    fireEvent.click(screen.getByLabelText(COPY.markRead('お知らせ1')))
    await toastsSay(COPY.markedRead(1))
    refuseToStore(store, 'notification_reads')
    fireEvent.click(screen.getByText(COPY.clearRead))
    await toastsSay(ERROR_SENTENCES.notification_clear_failed)
  })

  test('says that it could not be loaded when the device cannot open its database', async () => {
    const failed = { failed: true, isPremium: false, filter: undefined, answerConnection: answering() }
    await show(<NotificationsScreen store={null} {...failed} />)
    expect(await screen.findByText('通知の読み込みに失敗しました')).toBeDefined()
  })

  test('is empty only once the first round has come', async () => {
    const store = await openTestStore()
    await show(page(store))
    expect(screen.getByText('読み込み中...')).toBeDefined()
    store.engine.synced(1)
    expect(await screen.findByText(COPY.empty)).toBeDefined()
  })
})

describe('a connection request', () => {
  test('is answered once, read with it, and shows what became of it', async () => {
    const store = await openTestStore()
    await hold(store, request())
    const answer = answering()
    await show(dropdown(store, answer))
    fireEvent.click(await screen.findByText(COPY.accept))
    expect(await screen.findByText(COPY.connected)).toBeDefined()
    expect(answer).toHaveBeenCalledExactlyOnceWith(CONNECTION, true)
    await toastsSay('リクエストを承認しました')
    await waitFor(() => expect(screen.queryByText(COPY.unread)).toBeNull())
    expect(screen.queryByText(COPY.accept)).toBeNull()
  })

  test('can still be answered after it has been read', async () => {
    const store = await openTestStore()
    await hold(store, request({ is_read: true }))
    const answer = answering()
    await show(dropdown(store, answer))
    fireEvent.click(await screen.findByText(COPY.reject))
    expect(await screen.findByText(COPY.rejected)).toBeDefined()
    expect(answer).toHaveBeenCalledExactlyOnceWith(CONNECTION, false)
    await toastsSay('リクエストを拒否しました')
  })

  test.each([
    [true, 'rejected', 'この接続リクエストは既に拒否されています'],
    [false, 'connected', 'この接続リクエストは既に承認されています'],
  ] as const)(
    'answered here with %s after it was %s elsewhere says so',
    async (accept, earlier, sentence) => {
      const store = await openTestStore()
      const held = { user_id: store.userId, connected_user_id: 'someone', row_version: 1, sync_epoch: '1.1' }
      const connection = await store.collections.connections.insert({
        ...held,
        id: CONNECTION,
        status: 'pending',
      })
      await hold(store, request())
      await show(dropdown(store))
      fireEvent.click(await screen.findByText(accept ? COPY.accept : COPY.reject))
      await screen.findByText(accept ? COPY.connected : COPY.rejected)
      expect(screen.queryByText(sentence)).toBeNull()
      await connection.incrementalPatch({ status: earlier, row_version: 2 })
      // In its row and in a toast
      await waitFor(() => expect(screen.getAllByText(sentence).length).toBeGreaterThan(1))
      expect(screen.queryByText(COPY[earlier])).toBeNull()
    },
  )

  test('answered too late still says so when the page is opened again', async () => {
    const store = await openTestStore()
    const held = { user_id: store.userId, connected_user_id: 'someone', row_version: 1, sync_epoch: '1.1' }
    const connection = await store.collections.connections.insert({
      ...held,
      id: CONNECTION,
      status: 'pending',
    })
    await answerRequest(store, CONNECTION, true)
    await connection.incrementalPatch({ status: 'rejected', row_version: 2 })
    await hold(store, request())
    await show(page(store))
    expect(await screen.findByText('この接続リクエストは既に拒否されています')).toBeDefined()
  })

  test('keeps its place in the dropdown once it is answered', async () => {
    const store = await openTestStore()
    const others = Array.from({ length: 8 }, () => ({ created_at: '2026-01-01T00:00:00Z' }))
    await hold(store, request(), ...others)
    await show(dropdown(store))
    fireEvent.click(await screen.findByText(COPY.accept))
    await screen.findByText(COPY.connected)
    await waitFor(() => expect(row('接続リクエストが届きました').queryByText(COPY.unread)).toBeNull())
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('接続リクエストが届きました')
  })

  test('that was answered on another device says so and asks no more', async () => {
    const store = await openTestStore()
    await store.collections.connections.insert({
      id: CONNECTION,
      user_id: store.userId,
      connected_user_id: 'someone',
      status: 'connected',
      row_version: 1,
      sync_epoch: '1.1',
    })
    await hold(store, request())
    await show(dropdown(store))
    expect(await screen.findByText(COPY.connected)).toBeDefined()
    expect(screen.queryByText(COPY.accept)).toBeNull()
  })

  test('that was answered here without a connection says so, how far it has come, and asks no more', async () => {
    const store = await openTestStore()
    await store.collections.connections.insert({
      id: CONNECTION,
      user_id: store.userId,
      connected_user_id: 'someone',
      status: 'pending',
      row_version: 1,
      sync_epoch: '1.1',
    })
    await answerRequest(store, CONNECTION, false)
    await hold(store, request())
    await show(dropdown(store))
    expect(await screen.findByText(COPY.rejected)).toBeDefined()
    expect(screen.getByText('端末に保存')).toBeDefined()
    expect(screen.queryByText(COPY.accept)).toBeNull()
  })

  test.each([
    [true, 'connected', 'この接続リクエストは既に承認されています'],
    [true, 'rejected', 'この接続リクエストは既に拒否されています'],
    [false, 'rejected', 'この接続リクエストは既に拒否されています'],
  ] as const)(
    'known to be answered says how (in the dropdown: %s)',
    async (inDropdown, earlier, sentence) => {
      const store = await openTestStore()
      await hold(store, request())
      const answer = answering({ ok: false, code: 'connection_already_answered', answer: earlier })
      await show(
        inDropdown ? (
          dropdown(store, answer)
        ) : (
          <NotificationsScreen store={store} isPremium={false} filter={undefined} answerConnection={answer} />
        ),
      )
      fireEvent.click(await screen.findByText(COPY.accept))
      await waitFor(() => expect(screen.getAllByText(sentence).length).toBeGreaterThan(1))
    },
  )

  test.each([
    ['connection_answer_error', true, ERROR_SENTENCES.operation_failed],
    ['connection_id_missing', true, ERROR_SENTENCES.connection_info_missing],
    ['adult_required', true, SYNC_REFUSAL_SENTENCES.adult_required],
    ['adult_required', false, SYNC_REFUSAL_SENTENCES.adult_required],
  ] as const)('that fails with %s (in the dropdown: %s)', async (code, inDropdown, sentence) => {
    const store = await openTestStore()
    await hold(store, request())
    const answer = answering({ ok: false, code })
    await show(
      inDropdown ? (
        dropdown(store, answer)
      ) : (
        <NotificationsScreen store={store} isPremium={false} filter={undefined} answerConnection={answer} />
      ),
    )
    fireEvent.click(await screen.findByText(COPY.accept))
    await toastsSay(sentence)
  })

  test.each([
    ['what is no connection', 'kazu', ERROR_SENTENCES.connection_id_missing],
    ['one that this device does not hold', CONNECTION, ERROR_SENTENCES.connection_load_failed],
    ['one whose answer cannot be stored', PENDING, ERROR_SENTENCES.connection_answer_error],
  ])('for %s says so on the page', async (_, connection_id, sentence) => {
    const store = await openTestStore()
    const held = { user_id: store.userId, connected_user_id: 'someone', row_version: 1, sync_epoch: '1.1' }
    await store.collections.connections.insert({ ...held, id: PENDING, status: 'pending' })
    await hold(store, request({ metadata: { connection_data: { connection_id } } }))
    const answer: AnswerConnection = (id, accept) => answerConnection(store, id, accept)
    await show(
      <NotificationsScreen store={store} isPremium={false} filter={undefined} answerConnection={answer} />,
    )
    const accept = await screen.findByText(COPY.accept)
    refuseToStore(store, 'relations')
    fireEvent.click(accept)
    await toastsSay(sentence)
  })

  test('whose answer the server did not take is not told as answered', async () => {
    const store = await openTestStore()
    const held = { user_id: store.userId, connected_user_id: 'someone', row_version: 1, sync_epoch: '1.1' }
    await store.collections.connections.insert({ ...held, id: CONNECTION, status: 'pending' })
    await answerRequest(store, CONNECTION, true)
    const [answered] = await store.collections.relations.find().exec()
    if (!answered) throw new Error('nothing was answered')
    await store.outbox.park([
      {
        collection: 'relations',
        id: answered.id,
        code: 'not_found',
        document: answered.toMutableJSON(),
        base: null,
        parkedAt: 0,
      },
    ])
    await hold(store, request())
    await show(dropdown(store))
    expect(await screen.findByText(ERROR_SENTENCES.connection_answer_failed)).toBeDefined()
    expect(screen.getByText('要対応')).toBeDefined()
  })

  test('that a minor accepts leads to the profile', async () => {
    const store = await openTestStore()
    await hold(store, request())
    await show(dropdown(store, answering({ ok: false, code: 'adult_required' })))
    fireEvent.click(await screen.findByText(COPY.accept))
    fireEvent.click(await screen.findByRole('button', { name: COPY.toProfile }))
    await waitFor(() => expect(screen.queryByText(SYNC_REFUSAL_SENTENCES.adult_required)).toBeNull())
  })

  test('that went with the account that asked says so and asks no more; not before this device can know', async () => {
    const store = await openTestStore()
    await hold(store, request())
    await show(dropdown(store))
    expect(await screen.findByText(COPY.accept)).toBeDefined()
    act(() => store.engine.syncedCollections({ connections: store.now() + 1 }))
    expect(await screen.findByText('このリクエストはもうありません。')).toBeDefined()
    expect(screen.queryByText(COPY.accept)).toBeNull()
    expect(screen.queryByText(COPY.reject)).toBeNull()
  })

  test.each([
    [true, ERROR_SENTENCES.connection_info_missing],
    [false, ERROR_SENTENCES.connection_metadata_missing],
  ])('that does not say which connection (in the dropdown: %s)', async (inDropdown, sentence) => {
    const store = await openTestStore()
    await hold(store, request({ metadata: {} }))
    await show(inDropdown ? dropdown(store) : page(store))
    fireEvent.click(await screen.findByText(COPY.accept))
    await toastsSay(sentence)
  })
})

describe('NotificationPreviews', () => {
  test('shows three: the unread first, then the important', async () => {
    const store = await openTestStore()
    await hold(
      store,
      { title: '読んだ', is_read: true },
      { title: '低い', priority: 'low' },
      { title: '普通', priority: 'medium' },
      { title: '重要' },
    )
    await show(<NotificationPreviews store={store} isPremium answerConnection={answering()} />)
    await screen.findByText('重要')
    const titles = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(titles.map((text) => /重要|普通|低い|読んだ/.exec(text)?.[0])).toEqual(['重要', '普通', '低い'])
  })

  test('shows nothing that the person may not see', async () => {
    const store = await openTestStore()
    await hold(store, { title: '限定', is_premium_only: true })
    const shared = { store, answerConnection: answering() }
    const { change } = await show(<NotificationPreviews {...shared} isPremium />)
    await screen.findByText('限定')
    change(<NotificationPreviews {...shared} isPremium={false} />)
    await waitFor(() => expect(screen.queryByText('限定')).toBeNull())
    expect(screen.queryByText(COPY.seeAll)).toBeNull()
  })
})

describe('the dropdown', () => {
  test('follows a link and reads it', async () => {
    const store = await openTestStore()
    await hold(store, { title: 'コメント', link: '/video/abc?x=1' })
    await show(dropdown(store))
    const link = await screen.findByText('コメント')
    expect(link.getAttribute('href')).toBe('/video/abc?x=1')
    fireEvent.click(link)
    await waitFor(async () =>
      expect(
        await store.collections.notification_reads.find({ selector: { is_read: true } }).exec(),
      ).toHaveLength(1),
    )
  })

  test('names the unread ones that only the page shows', async () => {
    const store = await openTestStore()
    await hold(store, { priority: 'medium' }, { type: 'message', priority: 'medium' }, {})
    await show(dropdown(store))
    expect(await screen.findByText('すべての通知を見る（ほかに未読2件）')).toBeDefined()
    fireEvent.click(screen.getByText(COPY.markAllRead))
    expect(await screen.findByText('すべての通知を見る')).toBeDefined()
  })

  test('reads one that leads nowhere when it is pressed', async () => {
    const store = await openTestStore()
    await hold(store, { title: '行き先なし' })
    await show(dropdown(store))
    fireEvent.click(await screen.findByRole('button', { name: '行き先なし' }))
    await waitFor(() => expect(screen.queryByText(COPY.unread)).toBeNull())
  })

  test('tells a premium person how many are for premium people only', async () => {
    const store = await openTestStore()
    await hold(store, { is_premium_only: true }, { is_premium_only: true }, {})
    await show(dropdown(store, answering(), true))
    const link = await screen.findByText(COPY.premiumCount(2))
    expect(link.getAttribute('href')).toBe('/profile/notifications?filter=premium')
  })

  test('tells a free person how many the server keeps for premium people', async () => {
    const store = await openTestStore()
    await hold(store, {})
    const shared = { store, isPremium: false, answerConnection: answering(), unread: 1, close: () => {} }
    const { change } = await show(<NotificationDropdown {...shared} />)
    await screen.findByText('お知らせ1')
    expect(screen.queryByText(/プレミアム限定/)).toBeNull()
    change(<NotificationDropdown {...shared} premiumOnly={3} />)
    expect((await screen.findByText(COPY.premiumCount(3))).getAttribute('href')).toContain('filter=premium')
  })

  test('tells a free person what premium gives from the fifth opening on', async () => {
    const store = await openTestStore()
    await hold(store, {})
    const shared = { store, answerConnection: answering(), unread: 1, close: () => {} }
    const { change } = await show(<NotificationDropdown {...shared} isPremium={false} openings={4} />)
    await screen.findByText('お知らせ1')
    expect(screen.queryByText(COPY.benefitsTitle)).toBeNull()
    change(<NotificationDropdown {...shared} isPremium={false} openings={5} />)
    expect(await screen.findByText(COPY.benefitsTitle)).toBeDefined()
    change(<NotificationDropdown {...shared} isPremium openings={9} />)
    await waitFor(() => expect(screen.queryByText(COPY.benefitsTitle)).toBeNull())
  })

  test('one is dismissed, which reads it, and both are taken back', async () => {
    const store = await openTestStore()
    await hold(store, {}, {})
    await show(dropdown(store))
    fireEvent.click(await screen.findByLabelText(COPY.dismiss('お知らせ1')))
    await toastsSay(COPY.removed(1))
    await waitFor(() => expect(screen.queryByText('お知らせ1')).toBeNull())
    fireEvent.click(screen.getByText('元に戻す'))
    await waitFor(() => expect(screen.getByText('お知らせ1').className).toContain('font-bold'))
  })

  test.each([
    ['dismissed', dismissOne, 9, '通知が見つかりませんでした'],
    ['answered', replyTo, 9, '通知が見つかりませんでした'],
    ['answered', replyTo, 1, 'この通知タイプではこのアクションは実行できません'],
  ] as const)('what cannot be %s is told with its reason', async (_, attempt, number, sentence) => {
    const store = await openTestStore()
    await hold(store, {})
    await show(dropdown(store))
    await screen.findByText('お知らせ1')
    await attempt(store, idOf(number))
    await toastsSay(sentence)
  })

  test('a message is answered where it came in', async () => {
    const store = await openTestStore()
    const message = { message_data: { conversation_id: CONNECTION } }
    await hold(store, { type: 'message', title: 'こんにちは', metadata: message }, {})
    await show(dropdown(store))
    expect(await screen.findAllByText(COPY.reply)).toHaveLength(1)
    fireEvent.click(screen.getByText(COPY.reply))
    await waitFor(async () =>
      expect(
        await store.collections.notification_reads.find({ selector: { is_read: true } }).exec(),
      ).toHaveLength(1),
    )
  })

  test('tells a free person without important ones where the others are', async () => {
    const store = await openTestStore()
    await hold(store, { priority: 'medium' })
    await show(dropdown(store))
    expect(await screen.findByText(COPY.emptyImportant)).toBeDefined()
    expect(screen.getByText(COPY.seeUnread(1)).getAttribute('href')).toBe('/profile/notifications')
  })
})

describe('the bell', () => {
  test('counts to 99, and says the whole number', async () => {
    const store = await openTestStore()
    await hold(store, ...Array.from({ length: 120 }, () => ({})))
    await show(<NotificationBell store={store} isPremium={false} answerConnection={answering()} />)
    const bell = await screen.findByTitle('通知（未読120件）')
    expect(bell.textContent).toContain('99+')
  })
})
