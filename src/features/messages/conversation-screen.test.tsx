// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SYNC_REFUSAL_SENTENCES, type SyncRefusal } from '#domain/errors.ts'
import { recentKey } from '#sync/collections/keys.ts'
import { lowerFloor, noteFloors } from '#sync/collections/message-floors.ts'
import { sendMessage } from '#sync/collections/messages.ts'
import { blockPerson, unblockPerson } from '#sync/collections/blocks.ts'
import type { Store } from '#sync/store.ts'
import {
  bubble,
  CONVERSATION,
  holdConversation,
  holdMessages,
  idOf,
  layOut,
  PARTNER,
} from '../../../tests/support/conversation.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { ConversationScreen } from './conversation-screen.tsx'
import { COPY } from './copy.ts'
import { beginEditing } from './begin-editing.ts'
import type { OlderOnServer } from './use-older.ts'

beforeEach(layOut)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function refuse(store: Store, id: string, code: SyncRefusal): Promise<void> {
  const message = await store.collections.messages.findOne(id).exec(true)
  await store.outbox.park([
    { collection: 'messages', id, code, document: message.toMutableJSON(), base: null, parkedAt: 0 },
  ])
}

const nobodyAsks = () => Promise.reject(new Error('nothing is asked of the server here'))
const conversation = (store: Store | null, onServer: Partial<OlderOnServer> = {}) => (
  <ConversationScreen
    store={store}
    conversationId={CONVERSATION}
    askOlder={nobodyAsks}
    online
    {...onServer}
  />
)
/** The virtual list holds on to the place it was asked to scroll to until nothing has changed for 150 ms. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 300))
const readSeq = async (store: Store) =>
  (await store.collections.conversations.findOne(CONVERSATION).exec(true)).my_read_seq

/** What a busy machine takes to show; waited for, not asserted. */
const patience = { timeout: 5_000 }

describe('whose age', () => {
  test.each([
    ['nobody knows is led to the profile', {}, 'adult_required', '/profile'],
    [
      'is to be checked before a second message to a match is led to the check',
      { birth_date: '1990-01-01' },
      'age_check_required',
      '/profile/verification',
    ],
  ] as const)('%s, and keeps what was typed', async (_, own, code, way) => {
    const store = await openTestStore()
    await holdConversation(store)
    await holdMessages(store, ['一通目'], store.userId)
    const saved = { is_premium: false, row_version: 1, sync_epoch: '1.1' }
    await store.collections.profiles.insert({ id: store.userId, username: 'あや', ...saved, ...own })
    await store.collections.relations.insert({
      id: `${store.userId}|${PARTNER}`,
      user_id: store.userId,
      other_id: PARTNER,
      other_username: '',
      is_blocked: false,
      blocked_edited_at: 0,
      matched_at: 1,
      row_version: 1,
      sync_epoch: '1.1',
    })
    await show(conversation(store))
    const [sentence] = await screen.findAllByText(SYNC_REFUSAL_SENTENCES[code])
    expect(sentence?.parentElement?.querySelector('a')?.getAttribute('href')).toBe(way)
    const field = await screen.findByLabelText(COPY.write)
    fireEvent.change(field, { target: { value: '二通目' } })
    fireEvent.click(screen.getByLabelText(COPY.send))
    await screen.findAllByText(COPY.refused(code))
    await waitFor(() => expect(field).toMatchObject({ value: '二通目' }))
    expect(await store.collections.messages.find().exec()).toHaveLength(1)
  })
})

describe('one message', () => {
  test('is on the device as soon as it is sent, and says so', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    await show(conversation(store))
    fireEvent.change(await screen.findByLabelText(COPY.write), { target: { value: 'やっほー' } })
    fireEvent.click(screen.getByLabelText(COPY.send))
    expect((await bubble('やっほー')).getByText('端末に保存')).toBeDefined()
  })

  test('tells what is saved, and what the partner has read', async () => {
    const store = await openTestStore()
    await holdConversation(store, { partnerReadSeq: 1 })
    await holdMessages(store, ['読まれた', 'まだ'], store.userId)
    await show(conversation(store))
    expect((await bubble('読まれた')).getByText(COPY.read)).toBeDefined()
    expect((await bubble('まだ')).queryByText(COPY.read)).toBeNull()
    const saved = (await bubble('まだ')).getByText(COPY.sent)
    expect(saved.closest('[data-sync]')?.getAttribute('data-sync')).toBe('saved')
  })

  test('that the server refused tells why, and is sent again when asked', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    const id = await sendMessage(store, CONVERSATION, '断られた')
    await refuse(store, id, 'blocked')
    await show(conversation(store))
    const refused = await bubble('断られた')
    expect(await refused.findByText('要対応')).toBeDefined()
    expect(refused.getByText(SYNC_REFUSAL_SENTENCES.blocked)).toBeDefined()
    fireEvent.click(refused.getByText(COPY.retry))
    expect(await refused.findByText('端末に保存')).toBeDefined()
    expect(refused.queryByText(SYNC_REFUSAL_SENTENCES.blocked)).toBeNull()
  })

  test('that the server refused can be copied', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    const store = await openTestStore()
    await holdConversation(store)
    const id = await sendMessage(store, CONVERSATION, '長い力作')
    await refuse(store, id, 'too_long')
    await show(conversation(store))
    fireEvent.click(await (await bubble('長い力作')).findByText(COPY.copy))
    expect(writeText).toHaveBeenCalledExactlyOnceWith('長い力作')
    expect((await screen.findAllByText(COPY.copied)).length).toBeGreaterThan(0)
  })

  test('that the server refused can be given up, and be taken back', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    const id = await sendMessage(store, CONVERSATION, 'やめておく')
    await refuse(store, id, 'forbidden')
    await show(conversation(store))
    fireEvent.click(await (await bubble('やめておく')).findByText(COPY.discard))
    await waitFor(() => expect(screen.queryByText('やめておく')).toBeNull())
    fireEvent.click(await screen.findByText('元に戻す'))
    expect((await bubble('やめておく')).getByText('端末に保存')).toBeDefined()
  })

  test('of many lines is folded until it is asked for', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    await holdMessages(store, [Array.from({ length: 30 }, (_, line) => `${line}行目`).join('\n')])
    await show(conversation(store))
    const fold = await screen.findByText(COPY.readMore)
    expect(fold.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(fold)
    expect(screen.getByText(COPY.readLess).getAttribute('aria-expanded')).toBe('true')
  })
})

describe('the conversation', () => {
  test('is read once it is open, and shows where the unread part began', async () => {
    const store = await openTestStore()
    await holdConversation(store, { unread: 1, readSeq: 1 })
    await holdMessages(store, ['前に読んだ', '新しい'])
    await show(conversation(store))
    expect((await bubble('新しい')).getByText(COPY.unreadFrom)).toBeDefined()
    expect((await bubble('前に読んだ')).queryByText(COPY.unreadFrom)).toBeNull()
    await waitFor(async () => expect(await readSeq(store)).toBe(2))
    expect(screen.getByText(COPY.unreadFrom)).toBeDefined()
  })

  test('is not read in a tab that nobody sees', async () => {
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const store = await openTestStore()
    await holdConversation(store, { unread: 1 })
    await holdMessages(store, ['見えない'])
    await show(conversation(store))
    await bubble('見えない')
    expect(await readSeq(store)).toBe(0)
    visible.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(async () => expect(await readSeq(store)).toBe(1))
  })

  test('takes the notifications of its messages with it, and no others', async () => {
    const store = await openTestStore()
    await holdConversation(store, { unread: 1 })
    await holdMessages(store, ['新しい'])
    const notification = (number: number, conversation_id: string) => ({
      id: idOf(number),
      type: 'message',
      title: 'メッセージ',
      message: '',
      priority: 'medium' as const,
      metadata: { message_data: { conversation_id } },
      is_read: false,
      read_edited_at: 0,
      is_deleted: false,
      deleted_edited_at: 0,
      is_premium_only: false,
      created_at: '2026-05-01T00:00:00Z',
      recent_key: recentKey(number),
      row_version: 1,
      sync_epoch: '1.1',
    })
    await store.collections.notifications.bulkInsert([
      notification(1, CONVERSATION),
      notification(2, 'another'),
    ])
    await show(conversation(store))
    const readIds = async () =>
      (await store.collections.notification_reads.find({ selector: { is_read: true } }).exec()).map(
        ({ id }) => id,
      )
    await waitFor(async () => expect(await readIds()).toEqual([idOf(1)]))
  })

  test('brings older messages when they are asked for', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    await holdMessages(
      store,
      Array.from({ length: 130 }, (_, index) => `${index + 1}番`),
    )
    await show(conversation(store))
    await screen.findByText('130番')
    expect(screen.queryByText('1番')).toBeNull()
    fireEvent.click(screen.getByText(COPY.older))
    expect(await screen.findByText(COPY.start('けんと'))).toBeDefined()
    // What was in view stays in view; the older ones are above it.
    expect(screen.getByText('130番')).toBeDefined()
    screen.getByRole('log').scrollTo({ top: 0 })
    expect(await screen.findByText('1番')).toBeDefined()
    expect(screen.queryByText('130番')).toBeNull()
  })

  describe('that goes on below what the device holds', () => {
    const held = 130
    /** The device holds all of them but counts only those from 21 on; it shows them, and asks the server for more. */
    async function withOlder(onServer: Partial<OlderOnServer>) {
      const store = await openTestStore()
      await holdConversation(store)
      await holdMessages(
        store,
        Array.from({ length: held }, (_, index) => `${index + 1}番`),
      )
      await noteFloors(store.outbox, '1.1', { [CONVERSATION]: 21 })
      const { change } = await show(conversation(store, onServer))
      await screen.findByText('130番', {}, patience)
      fireEvent.click(screen.getByText(COPY.older))
      return { store, change }
    }
    const lower = (store: Store, from: number, to: number | null) =>
      lowerFloor(store.outbox, CONVERSATION, { epoch: '1.1', from, to })
    const press = (name: string) => {
      const button = screen.queryByText(name)
      if (button) fireEvent.click(button)
    }
    const atTop = (text: string) =>
      waitFor(() => {
        screen.getByRole('log').scrollTo({ top: 0 })
        expect(screen.getByText(text)).toBeDefined()
      }, patience)

    test('is fetched from the server up to its beginning, and says so meanwhile', async () => {
      const answers: ((value: unknown) => void)[] = []
      const askOlder = vi.fn(() => new Promise((resolve) => answers.push(resolve)))
      const { store } = await withOlder({ askOlder })
      const answer = async (from: number, to: number | null) => {
        await lower(store, from, to)
        answers.shift()?.({ epoch: '1.1', rows: [], has_older: to !== null })
      }
      await waitFor(() => {
        press(COPY.older)
        expect(askOlder).toHaveBeenCalledExactlyOnceWith(CONVERSATION, 21)
      }, patience)
      const loading = await screen.findByText(COPY.olderLoading, {}, patience)
      expect(loading.getAttribute('aria-busy')).toBe('true')
      await answer(21, 5)
      await screen.findByText(COPY.older, {}, patience)
      fireEvent.click(screen.getByText(COPY.older))
      await waitFor(() => expect(askOlder).toHaveBeenLastCalledWith(CONVERSATION, 5), patience)
      await atTop('5番')
      expect(screen.queryByText('4番')).toBeNull()
      await answer(5, null)
      expect(await screen.findByText(COPY.start('けんと'), {}, patience)).toBeDefined()
      await atTop('1番')
      expect(askOlder).toHaveBeenCalledTimes(2)
    })

    test('says when that failed, and tries it again only when asked', async () => {
      const askOlder = vi.fn(() => Promise.reject(new Error('the server is not well')))
      const { store } = await withOlder({ askOlder })
      await waitFor(() => {
        press(COPY.older)
        expect(askOlder).toHaveBeenCalledTimes(1)
      }, patience)
      expect(await screen.findByText(COPY.olderFailed, {}, patience)).toBeDefined()
      await atTop('21番')
      expect(askOlder).toHaveBeenCalledTimes(1)
      askOlder.mockImplementation(async () => {
        await lower(store, 21, null)
        return Promise.resolve({ epoch: '1.1', rows: [], has_older: false } as never)
      })
      fireEvent.click(screen.getByText(COPY.olderRetry))
      expect(await screen.findByText(COPY.start('けんと'), {}, patience)).toBeDefined()
    })

    test('needs a connection, and says so', async () => {
      const { store, change } = await withOlder({ online: false })
      expect(await screen.findByText(COPY.olderOffline, {}, patience)).toBeDefined()
      expect(screen.queryByText(COPY.older)).toBeNull()
      change(conversation(store, { online: true }))
      expect(await screen.findByText(COPY.older, {}, patience)).toBeDefined()
      expect(screen.queryByText(COPY.olderOffline)).toBeNull()
    })
  })

  test('of 10,000 messages reads page by page, and has in the document only what is near the view', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    await holdMessages(
      store,
      Array.from({ length: 10_000 }, (_, index) => `${index + 1}番`),
    )
    const find = vi.spyOn(store.collections.messages, 'find')
    const pages = () => find.mock.calls.flatMap(([query]) => (query?.limit ?? 0) || Infinity)
    const mounted = () => screen.getByRole('log').querySelectorAll('[data-message]').length
    await show(conversation(store))
    await screen.findByText('10000番', {}, patience)
    expect(Math.max(...pages())).toBe(100)
    expect(mounted()).toBeLessThan(60)
    for (const oldest of ['9801番', '9601番']) {
      fireEvent.click(screen.getByText(COPY.older))
      await waitFor(() => {
        screen.getByRole('log').scrollTo({ top: 0 })
        expect(screen.getByText(oldest)).toBeDefined()
      }, patience)
      expect(mounted()).toBeLessThan(60)
    }
    expect(Math.max(...pages())).toBeLessThan(5_000)
  })

  test('offers the way back to the newest, and counts what came meanwhile', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    await holdMessages(
      store,
      Array.from({ length: 60 }, (_, index) => `${index + 1}番`),
    )
    await show(conversation(store))
    await screen.findByText('60番', {}, patience)
    expect(screen.queryByLabelText(COPY.toNewest)).toBeNull()
    // On a busy machine the list may still go to the end when it has been settled for long
    await vi.waitFor(async () => {
      screen.getByRole('log').scrollTo({ top: 0 })
      await settled()
      screen.getByLabelText(COPY.toNewest)
    }, patience)
    await holdMessages(store, ['61番'])
    fireEvent.click(await screen.findByLabelText(COPY.toNewestUnseen(1), {}, patience))
    expect(await screen.findByText('61番', {}, patience)).toBeDefined()
    await waitFor(() => expect(screen.queryByLabelText(COPY.toNewest)).toBeNull(), patience)
  })

  test('announces what the partner writes, and nothing that was there before', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    await holdMessages(store, ['前から'])
    await show(conversation(store))
    await bubble('前から')
    expect(screen.queryByText(COPY.arrived('けんと', '前から'))).toBeNull()
    await holdMessages(store, ['いま届いた'])
    expect((await screen.findByText(COPY.arrived('けんと', 'いま届いた'))).getAttribute('role')).toBe(
      'status',
    )
  })

  test('that has ended takes no more messages', async () => {
    const store = await openTestStore()
    await holdConversation(store, { active: false })
    await show(conversation(store))
    expect(await screen.findByText(COPY.closed)).toBeDefined()
    expect(screen.queryByLabelText(COPY.write)).toBeNull()
  })

  test('takes up a change that was begun, also when the message was sent meanwhile', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    await holdMessages(store, ['変えない', '八時に駅で'], store.userId)
    beginEditing(store.userId, idOf(1), '変えない')
    beginEditing(store.userId, idOf(2), '九時に駅で')
    await show(conversation(store))
    expect(await screen.findByLabelText(COPY.editField)).toMatchObject({ value: '九時に駅で' })
    expect(screen.getByText(COPY.editTooLate)).toBeDefined()
    fireEvent.click(screen.getByLabelText(COPY.sendAsNew))
    await waitFor(() => expect(screen.queryByLabelText(COPY.editField)).toBeNull())
    expect((await bubble('九時に駅で')).getByText('端末に保存')).toBeDefined()
  })

  test('vanishes when the other is blocked, and comes back when that is lifted', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    store.engine.synced(1)
    await show(conversation(store))
    await screen.findByLabelText(COPY.write)
    await blockPerson(store, PARTNER)
    expect(await screen.findByText(COPY.missing)).toBeDefined()
    await unblockPerson(store, PARTNER)
    expect(await screen.findByLabelText(COPY.write)).toBeDefined()
  })

  test('that is not there is told only after the first round', async () => {
    const store = await openTestStore()
    await show(conversation(store))
    expect(screen.getAllByText('読み込み中...').length).toBeGreaterThan(0)
    store.engine.synced(1)
    expect(await screen.findByText(COPY.missing)).toBeDefined()
    expect(screen.getByText(COPY.back).getAttribute('href')).toBe('/messages')
  })
})
