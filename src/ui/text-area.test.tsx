// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lengthOf, TextArea } from './text-area.tsx'

test('counts what people see as characters: an emoji outside the BMP is one', () => {
  expect(lengthOf('🍜うまい')).toBe(4)
  expect(lengthOf('か\u3099')).toBe(1)
})

test('says how much is too much, tied to the field', () => {
  render(<TextArea label="コメント" value="あいうえお" limit={3} onChange={() => {}} />)
  const field = screen.getByRole('textbox', { name: 'コメント' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('2文字多すぎます。')
})
