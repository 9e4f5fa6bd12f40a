// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendPicture } from '#ui/picture-passage.ts'
import { VideoSkeleton } from './video-skeleton.tsx'

test('the picture that was pressed stands still while the page loads around it', () => {
  const noKeys = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  sendPicture(noKeys, { element: document.createElement('img'), key: 'video-1', src: '/picture.jpg' })
  const { container } = render(<VideoSkeleton videoId="video-1" />)
  const picture = container.querySelector('img')
  expect(picture?.getAttribute('src')).toBe('/picture.jpg')
  expect(picture?.closest('.animate-pulse')).toBeNull()
  expect(container.querySelectorAll('.animate-pulse').length).toBeGreaterThan(0)
})

test('without one all of it pulses as one', () => {
  const { container } = render(<VideoSkeleton videoId="video-2" />)
  expect(container.querySelector('[aria-busy]')?.classList.contains('animate-pulse')).toBe(true)
})
