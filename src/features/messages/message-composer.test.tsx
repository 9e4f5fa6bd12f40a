// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MESSAGE_MAX_LENGTH } from '#domain/limits.ts'
import { readRows } from '#platform/draft-mirror.ts'
import { restoreDrafts } from '#platform/drafts.ts'
import { RefusedWriteError } from '#sync/collections/write.ts'
import { show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { MessageComposer } from './message-composer.tsx'

let touch = false
beforeEach(() => {
  touch = false
  window.matchMedia = vi.fn((query: string) => Object.assign(new EventTarget(), media(query)))
})
const media = (query: string): MediaQueryList =>
  ({ matches: touch, media: query }) as Partial<MediaQueryList> as MediaQueryList

const composer = (send: (body: string) => Promise<void>, conversationId = 'c1') => (
  <MessageComposer
    key={conversationId}
    userId="u1"
    conversationId={conversationId}
    send={send}
    field={{ current: null }}
  />
)
const sent = () => vi.fn<(body: string) => Promise<void>>(() => Promise.resolve())
const field = () => screen.getByLabelText<HTMLTextAreaElement>(COPY.write)
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const enter = (how: KeyboardEventInit = {}) => fireEvent.keyDown(field(), { key: 'Enter', ...how })

describe('Enter', () => {
  test('sends what is typed and empties the field', async () => {
    const send = sent()
    await show(composer(send))
    type('こんにちは')
    enter()
    expect(send).toHaveBeenCalledExactlyOnceWith('こんにちは')
    expect(field().value).toBe('')
    await waitFor(() => expect(document.activeElement).toBe(field()))
  })

  test('never sends while an input method composes', async () => {
    const send = sent()
    await show(composer(send))
    type('にほんご')
    enter({ isComposing: true })
    // Safari ends the composition before the key that ended it.
    enter({ keyCode: 229 })
    expect(send).not.toHaveBeenCalled()
    expect(field().value).toBe('にほんご')
  })

  test('breaks the line with Shift, and on a touch keyboard', async () => {
    const send = sent()
    await show(composer(send))
    type('一行目')
    expect(enter({ shiftKey: true })).toBe(true)
    touch = true
    expect(enter()).toBe(true)
    expect(send).not.toHaveBeenCalled()
    fireEvent.click(screen.getByLabelText(COPY.send))
    expect(send).toHaveBeenCalledOnce()
  })

  test.each([' \n　', '\u200B', '\u3164\n'])(
    'sends nothing where nothing would be seen: %j',
    async (text) => {
      const send = sent()
      await show(composer(send))
      type(text)
      enter()
      expect(send).not.toHaveBeenCalled()
    },
  )
})

describe('the length', () => {
  test('is counted in characters, and what is too long stays to be cut', async () => {
    const send = sent()
    await show(composer(send))
    type('🍣'.repeat(MESSAGE_MAX_LENGTH + 1))
    enter()
    expect(send).not.toHaveBeenCalled()
    expect(screen.getByText(COPY.tooLong).getAttribute('role')).toBe('alert')
    type('🍣'.repeat(MESSAGE_MAX_LENGTH))
    enter()
    expect(send).toHaveBeenCalledOnce()
  })
})

describe('the draft', () => {
  test('is kept for each conversation', async () => {
    const { change } = await show(composer(sent(), 'c1'))
    type('一つ目の下書き')
    change(composer(sent(), 'c2'))
    await waitFor(() => expect(field().value).toBe(''))
    type('二つ目')
    cleanup()
    await show(composer(sent(), 'c1'))
    expect(field().value).toBe('一つ目の下書き')
  })

  test('is over once the device has stored the message', async () => {
    await show(composer(sent()))
    type('届いた')
    enter()
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })

  test('lasts while the message is on its way into the database', async () => {
    await show(composer(() => new Promise(() => {})))
    type('まだ保存中')
    enter()
    expect(field().value).toBe('')
    cleanup()
    await show(composer(sent()))
    expect(field().value).toBe('まだ保存中')
  })

  test('of a killed browser comes back into an open field, before what was typed meanwhile', async () => {
    await show(composer(sent(), 'killed'))
    type('失われた文')
    cleanup()
    await vi.waitFor(async () =>
      expect((await readRows()).get('mirutomo-draft:u1:message:killed')?.text).toBe('失われた文'),
    )
    localStorage.clear()
    await show(composer(sent(), 'killed'))
    const restored = restoreDrafts()
    type('新しい文')
    await act(() => restored)
    expect(field().value).toBe('失われた文\n新しい文')
  })

  test('comes back, before what was typed meanwhile, when the device could not store it', async () => {
    let fail: (reason: Error) => void = () => {}
    await show(
      composer(
        () =>
          new Promise((_, reject) => {
            fail = reject
          }),
      ),
    )
    type('先に書いた')
    enter()
    type('あとから')
    fail(new Error('QuotaExceededError'))
    await waitFor(() => expect(field().value).toBe('先に書いた\nあとから'))
    expect(screen.getAllByText(COPY.notStored).length).toBeGreaterThan(0)
    cleanup()
    await show(composer(sent()))
    expect(field().value).toBe('先に書いた\nあとから')
  })

  test('comes back with the reason when the other is blocked', async () => {
    await show(composer(() => Promise.reject(new RefusedWriteError('blocked'))))
    type('やっぱり')
    enter()
    await waitFor(() => expect(field().value).toBe('やっぱり'))
    expect(screen.getAllByText(COPY.refused('blocked')).length).toBeGreaterThan(0)
  })
})

describe('of two tabs', () => {
  const KEY = 'mirutomo-draft:u1:message:c1'
  /** Another tab changes the draft; `told`: this one hears of it. */
  const elsewhere = (text: string | null, told = true) => {
    if (text === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, text)
    if (told) act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: text })))
  }

  test('one follows what the other types and sends', async () => {
    const send = sent()
    await show(composer(send))
    elsewhere('とても長い下書き')
    expect(field().value).toBe('とても長い下書き')
    elsewhere(null)
    expect(field().value).toBe('')
    enter()
    expect(send).not.toHaveBeenCalled()
  })

  test('one that was not told sends nothing a second time', async () => {
    const send = sent()
    await show(composer(send))
    type('一度だけ')
    elsewhere(null, false)
    enter()
    expect(field().value).toBe('')
    expect(send).not.toHaveBeenCalled()
  })

  test('nothing is lost of what both typed without knowing of each other', async () => {
    await show(composer(sent()))
    elsewhere('とても長い下書き', false)
    type('短い')
    expect(field().value).toBe('とても長い下書き\n短い')
    expect(localStorage.getItem(KEY)).toBe('とても長い下書き\n短い')
    elsewhere('別のとても長い下書き', false)
    type('')
    expect(field().value).toBe('別のとても長い下書き')
  })
})

test('tells that something is typed until it is sent, emptied, or its composition given up', async () => {
  const told: boolean[] = []
  await show(
    <MessageComposer
      userId="u1"
      conversationId="c1"
      send={sent()}
      field={{ current: null }}
      onTyping={(typing) => told.push(typing)}
    />,
  )
  type('こ')
  enter()
  expect(told.splice(0)).toEqual([true, false])
  type('こ')
  type(' ')
  expect(told.splice(0)).toEqual([true, false])
  type('はい')
  fireEvent.compositionEnd(field(), { data: 'はい' })
  expect(told.splice(0)).toEqual([true])
  fireEvent.compositionEnd(field(), { data: '' })
  expect(told).toEqual([false])
})
