// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { StarRating } from './star-rating.tsx'

test('is a named radio group of nine scores from 1 to 5 by halves', () => {
  render(<StarRating label="わかりやすさ" value={3.5} onChange={() => {}} />)
  expect(screen.getByRole('radiogroup', { name: 'わかりやすさ' })).toBeDefined()
  const radios = screen.getAllByRole('radio')
  expect(radios).toHaveLength(9)
  expect(screen.getByRole('radio', { name: '3.5点' })).toHaveProperty('checked', true)
})

test('gives the chosen score', () => {
  const onChange = vi.fn()
  render(<StarRating label="品質" value={null} onChange={onChange} />)
  fireEvent.click(screen.getByRole('radio', { name: '4.5点' }))
  expect(onChange).toHaveBeenCalledWith(4.5)
})

test('takes a score back by its button or by giving it again', () => {
  const onChange = vi.fn()
  render(<StarRating label="品質" value={4} onChange={onChange} clearable />)
  fireEvent.click(screen.getByRole('radio', { name: '4点' }))
  expect(onChange).toHaveBeenLastCalledWith(null)
  fireEvent.click(screen.getByRole('button', { name: '品質を取り消す' }))
  expect(onChange).toHaveBeenCalledTimes(2)
})
