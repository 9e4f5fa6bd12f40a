// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { firstValueFrom } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { deleteMessage } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import {
  bubble,
  CONVERSATION,
  holdConversation,
  holdMessages,
  idOf,
  layOut,
} from '../../../tests/support/conversation.ts'
import { openTestStore, refuseToStore, show } from '../../../tests/support/screen.tsx'
import { ConversationScreen } from './conversation-screen.tsx'
import { COPY } from './copy.ts'

beforeEach(layOut)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const THEIRS = '相手の文'
const MINE = '自分の文'

async function open(): Promise<Store> {
  const store = await openTestStore()
  await holdConversation(store)
  await holdMessages(store, [THEIRS])
  await holdMessages(store, [MINE], store.userId)
  const askOlder = () => Promise.reject(new Error('nothing is asked of the server here'))
  await show(<ConversationScreen store={store} conversationId={CONVERSATION} askOlder={askOlder} online />)
  return store
}

async function openMenu(text: string): Promise<HTMLElement> {
  const row = await bubble(text)
  const button = row.getByRole('button', { name: COPY.messageMenu(text) })
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '')
  if (!menu) throw new Error('the button opens nothing')
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  return menu
}
const stored = async (store: Store) => {
  const message = await store.collections.messages.findOne(idOf(2)).exec(true)
  return [message.body, message.is_deleted]
}

describe('the menu of a message', () => {
  test('copies anybody’s, and offers no deletion of the other’s', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    await open()
    const menu = await openMenu(THEIRS)
    expect(menu.textContent).toBe(COPY.copy)
    fireEvent.click(screen.getByText(COPY.copy))
    expect(writeText).toHaveBeenCalledExactlyOnceWith(THEIRS)
    expect((await screen.findAllByText(COPY.copied)).length).toBeGreaterThan(0)
    expect((await openMenu(MINE)).textContent).toBe(COPY.copy + COPY.delete)
  })

  test('deletes one’s own after a question that shows it, and the focus stays in the conversation', async () => {
    const store = await open()
    await openMenu(MINE)
    fireEvent.click(await screen.findByText(COPY.delete))
    expect(await screen.findByText(COPY.deleteAsk)).toBeDefined()
    expect(screen.getAllByText(MINE)).toHaveLength(2)
    fireEvent.click(screen.getByText(COPY.keepMessage))
    expect(await stored(store)).toEqual([MINE, false])
    await openMenu(MINE)
    fireEvent.click(await screen.findByText(COPY.delete))
    fireEvent.click(await screen.findByText(COPY.deleteYes))
    expect((await bubble(COPY.deleted)).getByText('端末に保存')).toBeDefined()
    expect(screen.queryByText(MINE)).toBeNull()
    expect(screen.queryByLabelText(COPY.messageMenu(MINE))).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('log')))
    expect(await stored(store)).toEqual(['', true])
  })

  test('says when there is no room to note the deletion, and the message stays', async () => {
    const store = await open()
    refuseToStore(store, 'messages')
    await openMenu(MINE)
    fireEvent.click(await screen.findByText(COPY.delete))
    fireEvent.click(await screen.findByText(COPY.deleteYes))
    expect((await screen.findAllByText(COPY.deleteNotStored)).length).toBeGreaterThan(0)
    expect((await bubble(MINE)).getByText(COPY.sent)).toBeDefined()
  })
})

test('a deletion that the server refused says why, and can be tried again or given up', async () => {
  const store = await open()
  const before = (await store.collections.messages.findOne(idOf(2)).exec(true)).toMutableJSON()
  await deleteMessage(store, idOf(2))
  const document = (await store.collections.messages.findOne(idOf(2)).exec(true)).toMutableJSON()
  await store.outbox.park([
    { collection: 'messages', id: idOf(2), code: 'server_error', document, base: before, parkedAt: 0 },
  ])
  const refused = await bubble(COPY.deleted)
  expect(await refused.findByText(SYNC_REFUSAL_SENTENCES.server_error)).toBeDefined()
  expect(refused.queryByText(COPY.copy)).toBeNull()
  expect(refused.getByText(COPY.retryDelete)).toBeDefined()
  fireEvent.click(refused.getByText(COPY.keepMessage))
  expect(await (await bubble(MINE)).findByText(COPY.sent)).toBeDefined()
  expect(await firstValueFrom(store.outbox.parked$)).toEqual([])
  expect(screen.queryByText('元に戻す')).toBeNull()
})
