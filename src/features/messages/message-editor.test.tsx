// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { firstValueFrom } from 'rxjs'
import { type MessageItem, messagesOf, sendMessage } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, show, refuseToStore } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { MessageEditor } from './message-editor.tsx'
import { MessageOverruled } from './message-overruled.tsx'

const CONVERSATION = '00000000-0000-4000-8000-0000000000c1'

beforeEach(() => {
  window.matchMedia = () => ({ matches: false }) as Partial<MediaQueryList> as MediaQueryList
})

const all = (store: Store): Promise<MessageItem[]> => firstValueFrom(messagesOf(store, CONVERSATION))
const bodies = async (store: Store) => (await all(store)).map(({ body }) => body)
async function waiting(store: Store): Promise<MessageItem> {
  await sendMessage(store, CONVERSATION, '八時に駅で')
  const [message] = await all(store)
  if (message === undefined) throw new Error('the message is not stored')
  return message
}
type Facts = { message?: MessageItem | undefined; onDone?: () => void; onResume?: () => void }
const editor = (store: Store, id: string, { message, onDone = () => {}, onResume = () => {} }: Facts) => (
  <MessageEditor
    store={store}
    message={message}
    messageId={id}
    conversationId={CONVERSATION}
    onDone={onDone}
    onResume={onResume}
  />
)
const field = () => screen.getByLabelText<HTMLTextAreaElement>(COPY.editField)
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

describe('a waiting message', () => {
  test('is changed in the field, which has the focus behind its text, but not while an input method composes', async () => {
    const store = await openTestStore()
    const message = await waiting(store)
    const onDone = vi.fn()
    await show(editor(store, message.id, { message, onDone }))
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(field().selectionStart).toBe('八時に駅で'.length)
    type('九時に駅で')
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field(), { key: 'Escape', keyCode: 229 })
    expect(onDone).not.toHaveBeenCalled()
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(await bodies(store)).toEqual(['九時に駅で'])
    expect(localStorage).toHaveLength(0)
  })

  test('cannot be made empty', async () => {
    const store = await openTestStore()
    const message = await waiting(store)
    await show(editor(store, message.id, { message }))
    type('　')
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(screen.getByLabelText<HTMLButtonElement>(COPY.saveEdit).disabled).toBe(true)
    expect(await bodies(store)).toEqual(['八時に駅で'])
  })

  test('keeps what was typed over a restart', async () => {
    const store = await openTestStore()
    const message = await waiting(store)
    await show(editor(store, message.id, { message }))
    type('書きかけ')
    cleanup()
    await show(editor(store, message.id, { message }))
    expect(field().value).toBe('書きかけ')
  })

  test('is left as it was by Escape, and what was typed comes back when asked', async () => {
    const store = await openTestStore()
    const message = await waiting(store)
    const [onDone, onResume] = [vi.fn(), vi.fn()]
    await show(editor(store, message.id, { message, onDone, onResume }))
    type('やっぱり')
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(onDone).toHaveBeenCalledOnce()
    expect(localStorage).toHaveLength(0)
    fireEvent.click(await screen.findByText('元に戻す'))
    await waitFor(() => expect(onResume).toHaveBeenCalledOnce())
    cleanup()
    await show(editor(store, message.id, { message }))
    expect(field().value).toBe('やっぱり')
    expect(await bodies(store)).toEqual(['八時に駅で'])
  })

  test('that has left meanwhile is not changed: the text stays, to be sent as a new one', async () => {
    const store = await openTestStore()
    const message = await waiting(store)
    const onDone = vi.fn()
    const { change } = await show(editor(store, message.id, { message }))
    type('九時に駅で')
    const left = await store.collections.messages.findOne(message.id).exec(true)
    await left.modify((doc) => ({ ...doc, row_version: 5, seq: 1, recent_key: '1' }))
    fireEvent.keyDown(field(), { key: 'Enter' })
    change(editor(store, message.id, { message: (await all(store))[0], onDone }))
    await screen.findByText(COPY.editTooLate)
    expect(field().value).toBe('九時に駅で')
    // Whoever presses twice wants one message
    fireEvent.click(screen.getByLabelText(COPY.sendAsNew))
    fireEvent.click(screen.getByLabelText(COPY.sendAsNew))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(await bodies(store)).toEqual(['八時に駅で', '九時に駅で'])
  })

  test('that could not be stored keeps the text and says so', async () => {
    const store = await openTestStore()
    const message = await waiting(store)
    const onDone = vi.fn()
    await show(editor(store, message.id, { message, onDone }))
    type('九時に駅で')
    refuseToStore(store, 'messages')
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect((await screen.findAllByText(COPY.notStored)).length).toBeGreaterThan(0)
    expect(field().value).toBe('九時に駅で')
    expect(onDone).not.toHaveBeenCalled()
  })
})

test('a text that came too late is shown with the message, and can be sent as a new one', async () => {
  const store = await openTestStore()
  const message = await waiting(store)
  const lost = { field: 'body', mine: '九時に駅で', theirs: '八時に駅で', at: 1 }
  await store.outbox.overrule([{ collection: 'messages', id: message.id, ...lost }], [])
  await show(<MessageOverruled store={store} message={message} />)
  await screen.findByText(COPY.overruled('九時に駅で'))
  fireEvent.click(screen.getByText(COPY.sendAsNew))
  fireEvent.click(screen.getByText(COPY.sendAsNew))
  await waitFor(() => expect(screen.queryByText(COPY.overruled('九時に駅で'))).toBeNull())
  expect(await bodies(store)).toEqual(['八時に駅で', '九時に駅で'])
})
