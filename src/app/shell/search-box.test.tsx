// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Suggestion } from '#domain/title-search.ts'
import { createValue } from '#platform/observable-value.ts'
import { SearchBox } from './search-box.tsx'

const SUGGESTIONS: Suggestion[] = [
  { kind: 'channel', text: '猫の家' },
  { kind: 'video', text: '猫の一日', youtubeId: 'v1' },
]
/** Knows something for whatever has a cat in it. */
const suggest = (text: string) => createValue(text.includes('猫') ? SUGGESTIONS : [])

function setUp(query = '') {
  const onSearch = vi.fn()
  const onClear = vi.fn()
  const onOpen = vi.fn()
  const element = (asked: string, place = '/search') => (
    <SearchBox
      place={place}
      query={asked}
      onSearch={onSearch}
      onClear={onClear}
      suggest={suggest}
      onOpen={onOpen}
    />
  )
  const view = render(element(query))
  const box = screen.getByRole<HTMLInputElement>('combobox')
  const follow = (asked: string, place?: string) => view.rerender(element(asked, place))
  return { box, onSearch, onClear, onOpen, follow }
}
const type = (box: HTMLInputElement, value: string) => fireEvent.change(box, { target: { value } })
const submit = () => fireEvent.submit(screen.getByRole('search'))

test('searches for the trimmed text; an empty one does nothing', () => {
  const { box, onSearch } = setUp()
  expect(box.placeholder).toBe('動画を検索...')
  type(box, '　 ')
  submit()
  expect(onSearch).not.toHaveBeenCalled()
  type(box, '  猫 動画 ')
  submit()
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('猫 動画')
  expect(box.value).toBe('猫 動画')
})

test('follows the address, and keeps what is being typed until the address changes', () => {
  const { box, follow } = setUp('猫')
  expect(box.value).toBe('猫')
  type(box, '猫と')
  follow('猫')
  expect(box.value).toBe('猫と')
  follow('犬')
  expect(box.value).toBe('犬')
  type(box, '犬と')
  follow('')
  expect(box.value).toBe('')
})

test('what was typed and not sent stays on its page', () => {
  const { box, follow } = setUp()
  type(box, '猫')
  follow('', '/search')
  expect(box.value).toBe('猫')
  follow('', '/events')
  expect(box.value).toBe('')
})

test('the clear button and Escape empty it', () => {
  const { box, onClear } = setUp('猫')
  fireEvent.click(screen.getByRole('button', { name: '検索を消す' }))
  expect(box.value).toBe('')
  expect(screen.queryByRole('button', { name: '検索を消す' })).toBeNull()
  type(box, '犬')
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(box.value).toBe('')
  expect(onClear).toHaveBeenCalledTimes(2)
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter while an IME composes never searches: %j',
  (ime) => {
    const { box } = setUp()
    type(box, 'ねこ')
    // What the browser would do next, submitting the form, is prevented.
    expect(fireEvent.keyDown(box, { key: 'Enter', ...ime })).toBe(false)
    expect(fireEvent.keyDown(box, { key: 'Enter' })).toBe(true)
  },
)

test('Escape that only ends a composition keeps the text', () => {
  const { box, onClear } = setUp()
  type(box, 'ねこ')
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true })
  expect(box.value).toBe('ねこ')
  expect(onClear).not.toHaveBeenCalled()
})

describe('suggestions', () => {
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  const press = (box: HTMLElement, key: string, more = {}) => fireEvent.keyDown(box, { key, ...more })
  const pointedAt = (box: HTMLElement) =>
    document.querySelector(`[id="${box.getAttribute('aria-activedescendant')}"]`)?.textContent

  async function typed() {
    const shown = setUp()
    type(shown.box, '猫')
    await screen.findByRole('listbox', { name: '検索の候補' })
    return shown
  }

  test('are made ready once the field that was entered is seen, before the first letter', async () => {
    const asked: string[] = []
    const ask = (text: string) => {
      asked.push(text)
      return suggest(text)
    }
    render(
      <SearchBox place="/" query="" onSearch={vi.fn()} onClear={vi.fn()} suggest={ask} onOpen={vi.fn()} />,
    )
    expect(asked).toEqual([])
    fireEvent.focus(screen.getByRole('combobox'))
    expect(asked).toEqual([])
    await waitFor(() => expect(asked).toEqual(['']))
    expect(options()).toEqual([])
  })

  test('come as one types, tied to the field, and go when there are none', async () => {
    const { box } = await typed()
    expect(options()).toEqual(['猫の家', '猫の一日'])
    expect(box.getAttribute('aria-expanded')).toBe('true')
    expect(box.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
    expect(screen.getByRole('status').textContent).toBe('候補が2件あります')
    type(box, '鳥')
    expect(options()).toEqual([])
    expect(box.getAttribute('aria-expanded')).toBe('false')
  })

  test('the arrows go through them and back to the field; Enter opens the video, or searches for the channel', async () => {
    const { box, onOpen, onSearch } = await typed()
    press(box, 'ArrowDown')
    press(box, 'ArrowDown')
    expect(pointedAt(box)).toBe('猫の一日')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('猫の一日')
    press(box, 'ArrowDown')
    expect(box.getAttribute('aria-activedescendant')).toBeNull()
    press(box, 'ArrowUp')
    press(box, 'Enter')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('v1')
    expect(options()).toEqual([])
    type(box, '猫と')
    press(box, 'ArrowDown')
    press(box, 'Enter')
    expect(onSearch).toHaveBeenCalledExactlyOnceWith('猫の家')
  })

  test('Escape closes them and empties the field with the same press', async () => {
    const { box, onClear } = await typed()
    press(box, 'Escape')
    expect(options()).toEqual([])
    expect(box.value).toBe('')
    expect(onClear).toHaveBeenCalledTimes(1)
  })

  test('a key that the IME takes moves and chooses nothing', async () => {
    const { box, onOpen, onSearch } = await typed()
    press(box, 'ArrowDown', { isComposing: true })
    expect(box.getAttribute('aria-activedescendant')).toBeNull()
    press(box, 'ArrowDown')
    press(box, 'Enter', { keyCode: 229 })
    expect(onSearch).not.toHaveBeenCalled()
    expect(onOpen).not.toHaveBeenCalled()
  })

  test('one is chosen with a press, and leaving the field closes them', async () => {
    const { box, onOpen } = await typed()
    fireEvent.click(screen.getByRole('option', { name: '猫の一日' }))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('v1')
    type(box, '猫と')
    expect(options()).toHaveLength(2)
    fireEvent.blur(box)
    expect(options()).toEqual([])
  })
})
