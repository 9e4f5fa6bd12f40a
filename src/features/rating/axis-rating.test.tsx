// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as starRating from '#ui/star-rating.tsx'
import { AxisRating } from './axis-rating.tsx'

vi.mock(import('#ui/star-rating.tsx'), { spy: true })

test('an axis is rendered anew when it changes, and not with every press on another', () => {
  const onRate = vi.fn()
  const { rerender, getByRole } = render(<AxisRating axis="clarity" value={null} onRate={onRate} />)
  rerender(<AxisRating axis="clarity" value={null} onRate={onRate} />)
  expect(starRating.StarRating).toHaveBeenCalledTimes(1)
  rerender(<AxisRating axis="clarity" value={3.5} onRate={onRate} />)
  expect(starRating.StarRating).toHaveBeenCalledTimes(2)
  getByRole('radio', { name: '2点' }).click()
  expect(onRate).toHaveBeenCalledWith('clarity', 2)
})
