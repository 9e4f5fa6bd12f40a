// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import {
  bubble,
  CONVERSATION,
  holdConversation,
  holdMessages,
  layOut,
} from '../../../tests/support/conversation.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { ConversationScreen } from './conversation-screen.tsx'

beforeEach(layOut)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const STATES = ['端末に保存', '送信中', '送信済み', '既読', '要対応']
const TEXT = 'やっほー'

async function open(hold: (store: Store) => Promise<unknown>): Promise<Store> {
  const store = await openTestStore()
  await holdConversation(store)
  await hold(store)
  const askOlder = () => Promise.reject(new Error('nothing is asked of the server here'))
  await show(<ConversationScreen store={store} conversationId={CONVERSATION} askOlder={askOlder} online />)
  await screen.findByText(TEXT)
  return store
}
const send = (store: Store) => sendMessage(store, CONVERSATION, TEXT)

/** These words, and no other of the five, stand beside the message. */
async function says(...words: string[]): Promise<void> {
  await vi.waitFor(async () => {
    const row = await bubble(TEXT)
    expect(STATES.filter((state) => row.queryByText(state) !== null)).toEqual(words)
  })
}
const isMarked = async (sync: string) =>
  expect((await screen.findByText(TEXT)).closest('li')?.dataset['sync']).toBe(sync)

test('a message says in words how far it has come, from the device to the eyes of the other', async () => {
  const ids: string[] = []
  const store = await open(async (held) => ids.push(await send(held)))
  await says('端末に保存')
  await isMarked('local')
  const marks = store.inFlight.lead()
  marks.add('messages', ids)
  await says('送信中')
  await isMarked('sending')
  const message = await store.collections.messages.findOne(ids[0]).exec(true)
  await message.incrementalPatch({ row_version: 7, seq: 1, sync_epoch: '1.1' })
  marks.remove('messages', ids)
  await says('送信済み')
  await isMarked('saved')
  const conversation = await store.collections.conversations.findOne(CONVERSATION).exec(true)
  await conversation.incrementalPatch({ user2_read_seq: 1 })
  await says('送信済み', '既読')
  expect((await bubble(TEXT)).getByText('送信済み').className).toContain('sr-only')
})

test('a message whose sending broke off is on the device again', async () => {
  const ids: string[] = []
  const store = await open(async (held) => ids.push(await send(held)))
  const marks = store.inFlight.lead()
  marks.add('messages', ids)
  await says('送信中')
  marks.remove('messages', ids)
  await says('端末に保存')
})

test('another message that is on its way says nothing of this one', async () => {
  const ids: string[] = []
  const store = await open(async (held) => {
    ids.push(await sendMessage(held, CONVERSATION, '先に書いた'))
    await send(held)
  })
  store.inFlight.lead().add('messages', ids)
  expect(await (await bubble('先に書いた')).findByText('送信中')).toBeDefined()
  await says('端末に保存')
})

test('a message that the server refused is to be seen to', async () => {
  const ids: string[] = []
  const store = await open(async (held) => ids.push(await send(held)))
  const [id = ''] = ids
  const document = (await store.collections.messages.findOne(id).exec(true)).toMutableJSON()
  await store.outbox.park([
    { collection: 'messages', id, code: 'blocked', document, base: null, parkedAt: 0 },
  ])
  await says('要対応')
  await isMarked('attention')
})

test('what the other wrote has no such words', async () => {
  await open((store) => holdMessages(store, [TEXT]))
  await says()
})

test.each([-9e15, 9e15, Number.POSITIVE_INFINITY])(
  'one that claims to be of %d is shown without a time',
  async (sent_at) => {
    await open(async (store) => {
      await holdMessages(store, [TEXT])
      const [message] = await store.collections.messages.find().exec()
      await message?.incrementalPatch({ sent_at })
    })
    expect((await screen.findByText(TEXT)).closest('li')?.querySelector('time')).toBeNull()
  },
)
