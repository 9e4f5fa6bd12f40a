// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AXES, SCORE_NAMES } from '#domain/rating.ts'
import * as starRating from '#ui/star-rating.tsx'
import { aVideo, openTestStore, show } from '../../../tests/support/screen.tsx'
import { RatingForm } from './rating-form.tsx'

vi.mock(import('#ui/star-rating.tsx'), { spy: true })

/** How often each axis was rendered. */
const rendered = (): number[] =>
  AXES.map(
    (axis) =>
      vi.mocked(starRating.StarRating).mock.calls.filter(([{ label }]) => label === SCORE_NAMES[axis]).length,
  )

test('a press on one axis renders no other anew, not when it is stored either', async () => {
  const store = await openTestStore()
  await show(<RatingForm store={store} signedIn video={aVideo(1)} onLoginNeeded={() => {}} />)
  const axis = await screen.findByRole('radiogroup', { name: SCORE_NAMES.clarity })
  const before = rendered()
  fireEvent.click(within(axis).getByRole('radio', { name: '2点' }))
  await screen.findByText('端末に保存')
  const [clarity = 0, ...others] = rendered()
  expect(clarity).toBeGreaterThan(before[0] ?? 0)
  expect(others).toEqual(before.slice(1))
})
