// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'

afterEach(cleanup)

function setUp(query = '') {
  const onSearch = vi.fn()
  const onClear = vi.fn()
  const view = render(<SearchBox query={query} onSearch={onSearch} onClear={onClear} />)
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  return { ...view, box, onSearch, onClear }
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
})

test('follows the address, and keeps what is being typed until the address changes', () => {
  const { box, rerender, onSearch, onClear } = setUp('猫')
  expect(box.value).toBe('猫')
  type(box, '猫と')
  rerender(<SearchBox query="猫" onSearch={onSearch} onClear={onClear} />)
  expect(box.value).toBe('猫と')
  rerender(<SearchBox query="犬" onSearch={onSearch} onClear={onClear} />)
  expect(box.value).toBe('犬')
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
