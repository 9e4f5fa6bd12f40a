// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MESSAGE_MAX_LENGTH } from '#domain/limits.ts'
import { readRows } from '#platform/draft-mirror.ts'
import { restoreDrafts, versionsOf } from '#platform/drafts.ts'
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

type Send = (body: string, id: string) => Promise<unknown>
let ids = 0
const newId = () => `message ${++ids}`
const never = () => Promise.resolve(false)
const composer = (send: Send, conversationId = 'c1', isStored: (id: string) => Promise<boolean> = never) => (
  <MessageComposer
    key={conversationId}
    userId="u1"
    conversationId={conversationId}
    send={send}
    newId={newId}
    isStored={isStored}
    field={{ current: null }}
  />
)
const sent = () => vi.fn<Send>(() => Promise.resolve())
const kept = (name = 'message:c1') => versionsOf({ whose: 'u1', name }).map(({ text }) => text)
afterEach(() => localStorage.clear())
const field = () => screen.getByLabelText<HTMLTextAreaElement>(COPY.write)
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const enter = (how: KeyboardEventInit = {}) => fireEvent.keyDown(field(), { key: 'Enter', ...how })

describe('Enter', () => {
  test('sends what is typed and empties the field', async () => {
    const send = sent()
    await show(composer(send))
    type('こんにちは')
    enter()
    expect(send).toHaveBeenCalledExactlyOnceWith('こんにちは', expect.any(String))
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
    await waitFor(() => expect(kept()).toEqual([]))
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

  test('that was on its way when the app died is over where it had arrived, and else sent under the same id', async () => {
    const asked: string[] = []
    await show(
      composer((_, id) => {
        asked.push(id)
        return new Promise(() => {})
      }),
    )
    type('届いたか')
    enter()
    cleanup()
    await show(composer(async (_, id) => void asked.push(id), 'c1', never))
    enter()
    expect([asked.length, new Set(asked).size]).toEqual([2, 1])
    await waitFor(() => expect(kept()).toEqual([]))

    type('届いた')
    cleanup()
    await show(composer(() => new Promise(() => {})))
    enter()
    cleanup()
    await show(composer(sent(), 'c1', () => Promise.resolve(true)))
    await waitFor(() => expect(field().value).toBe(''))
    expect(kept()).toEqual([])
  })

  test('is offered, after the browser was killed, beside what was typed meanwhile', async () => {
    await show(composer(sent(), 'killed'))
    type('失われた文')
    cleanup()
    await vi.waitFor(async () =>
      expect([...(await readRows()).keys()].some((key) => key.includes(':message:killed#'))).toBe(true),
    )
    localStorage.clear()
    await show(composer(sent(), 'killed'))
    const restored = restoreDrafts()
    type('新しい文')
    await act(() => restored)
    expect(field().value).toBe('新しい文')
    fireEvent.click(screen.getByText('この内容にする'))
    expect(field().value).toBe('失われた文')
    screen.getByText('新しい文')
  })

  test('comes back when the device could not store it, or is offered beside what was typed meanwhile', async () => {
    const fails: ((reason: Error) => void)[] = []
    await show(composer(() => new Promise((_, reject) => fails.push(reject))))
    type('先に書いた')
    enter()
    fails[0]?.(new Error('QuotaExceededError'))
    await waitFor(() => expect(field().value).toBe('先に書いた'))
    expect(screen.getAllByText(COPY.notStored).length).toBeGreaterThan(0)
    enter()
    type('あとから')
    fails[1]?.(new Error('QuotaExceededError'))
    await screen.findByText('先に書いた')
    expect(field().value).toBe('あとから')
    expect(kept().toSorted()).toEqual(['あとから', '先に書いた'])
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
  const KEY = 'mirutomo-draft:u1:message:c1#'
  /** Another tab, which this one is not the heir of, writes there. */
  const elsewhere = (text: string | null, id = 'other') => {
    const version = { tab: 'other', text, at: Date.now(), sending: null }
    if (text === null) localStorage.removeItem(KEY + id)
    else localStorage.setItem(KEY + id, JSON.stringify(version))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY + id })))
  }

  test('one is offered what the other types, and sends nothing of it', async () => {
    const send = sent()
    await show(composer(send))
    type('自分の文')
    elsewhere('となりの文')
    expect(field().value).toBe('自分の文')
    screen.getByText('となりの文')
    enter()
    expect(send).toHaveBeenCalledExactlyOnceWith('自分の文', expect.any(String))
    await waitFor(() => expect(kept()).toEqual(['となりの文']))
    elsewhere(null)
    expect(screen.queryByText('となりの文')).toBeNull()
  })

  test('one takes over what is offered, and the other keeps its own', async () => {
    const send = sent()
    await show(composer(send))
    elsewhere('となりの文')
    fireEvent.click(screen.getByText('この内容にする'))
    expect(field().value).toBe('となりの文')
    enter()
    expect(send).toHaveBeenCalledExactlyOnceWith('となりの文', expect.any(String))
    await waitFor(() => expect(kept()).toEqual(['となりの文']))
  })

  test('one that was not told of what another did with its text sends nothing a second time', async () => {
    const send = sent()
    await show(composer(send))
    type('一度だけ')
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key)
    enter()
    expect(field().value).toBe('')
    expect(send).not.toHaveBeenCalled()
  })
})

test('tells that something is typed until it is sent, emptied, or its composition given up', async () => {
  const told: boolean[] = []
  await show(
    <MessageComposer
      userId="u1"
      conversationId="c1"
      send={sent()}
      newId={newId}
      isStored={never}
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
