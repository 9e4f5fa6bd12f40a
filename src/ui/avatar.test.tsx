// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { avatarBase } from './avatar-base.ts'
import { Avatar } from './avatar.tsx'

const GIVEN = '/storage/v1/object/public/avatars/0190a1b2-0000-7000-8000-000000000001/a.webp'

afterEach(() => {
  cleanup()
  avatarBase.set(null)
})

const shown = (src: string | null) => {
  const { container } = render(<Avatar name="みお" src={src} />)
  return () => container.querySelector('img')?.src ?? container.textContent
}

test('a picture that the person gave is shown from the API, once that is known', () => {
  const now = shown(GIVEN)
  expect(now()).toBe('み')
  avatarBase.set('https://api.example')
  cleanup()
  expect(shown(GIVEN)()).toBe(`https://api.example${GIVEN}`)
})

test.each([
  null,
  'https://tracker.example/a.webp',
  '//tracker.example/a.webp',
  '/elsewhere.webp',
  'data:image/png,x',
])('of %s nothing is asked: the name’s first character stands there', (src) => {
  avatarBase.set('https://api.example')
  expect(shown(src)()).toBe('み')
})

test('so it does when the picture cannot be had', () => {
  avatarBase.set('https://api.example')
  const { container } = render(<Avatar name="みお" src={GIVEN} />)
  const picture = container.querySelector('img')
  if (picture) fireEvent.error(picture)
  expect(container.textContent).toBe('み')
})
