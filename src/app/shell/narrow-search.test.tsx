// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { NarrowSearch } from './narrow-search.tsx'

const none = createValue([])
const nothing = (): void => {}

function setUp(query = '') {
  const element = (place: string) => (
    <NarrowSearch
      place={place}
      atSearch={query !== ''}
      query={query}
      onSearch={nothing}
      onClear={nothing}
      suggest={() => none}
      onOpen={nothing}
    />
  )
  const { rerender } = render(element('/'))
  const opener = screen.getByRole('button', { name: '検索を開く' })
  fireEvent.click(opener)
  const goTo = (place: string): void => rerender(element(place))
  return { opener, box: screen.getByRole<HTMLInputElement>('combobox'), goTo }
}

test('whoever opens the search is in its field, and back at its button once it is closed', () => {
  const { opener, box } = setUp()
  expect(document.activeElement).toBe(box)
  fireEvent.click(screen.getByRole('button', { name: '検索を閉じる' }))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('Escape empties the field, and closes an empty one', () => {
  const { opener, box } = setUp('猫')
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(box.value).toBe('')
  expect(document.activeElement).toBe(box)
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('another page closes it, the same one does not', () => {
  const { box, goTo } = setUp()
  fireEvent.change(box, { target: { value: '猫' } })
  goTo('/')
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('猫')
  goTo('/events')
  expect(screen.queryByRole('combobox')).toBeNull()
})
