// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
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

test('another picture is tried though the one before could not be had', () => {
  avatarBase.set('https://api.example')
  const { container, rerender } = render(<Avatar name="みお" src={GIVEN} />)
  const picture = container.querySelector('img')
  if (picture) fireEvent.error(picture)
  const newer = GIVEN.replace('a.webp', 'b.webp')
  rerender(<Avatar name="みお" src={newer} />)
  expect(container.querySelector('img')?.src).toBe(`https://api.example${newer}`)
})

test('the character gives way to the picture as soon as the API is known', () => {
  const { container } = render(<Avatar name="みお" src={GIVEN} />)
  expect(container.textContent).toBe('み')
  act(() => avatarBase.set('https://api.example'))
  expect(container.querySelector('img')?.src).toBe(`https://api.example${GIVEN}`)
  expect(container.textContent).toBe('')
})

test.each([
  ['みお', 'み'],
  ['  みお', 'み'],
  ['ken', 'K'],
  ['𠮷野', '𠮷'],
  ['😀まる', '😀'],
  ['', '?'],
  ['　 ', '?'],
])('of the name %j stands %s', (name, character) => {
  const { container } = render(<Avatar name={name} />)
  expect(container.textContent).toBe(character)
})

test('the same name has the same tint each time, another one may have another', () => {
  const tintOf = (name: string) => {
    const { container } = render(<Avatar name={name} />)
    return container.querySelector('span')?.style.backgroundColor
  }
  expect(tintOf('みお')).toBe(tintOf('みお'))
  expect(new Set(Array.from('あいうえおか', tintOf)).size).toBeGreaterThan(1)
})

test('neither is read out: the name stands beside it', () => {
  const character = render(<Avatar name="みお" />).container.querySelector('span')
  expect(character?.getAttribute('aria-hidden')).toBe('true')
  avatarBase.set('https://api.example')
  const picture = render(<Avatar name="みお" src={GIVEN} />).container.querySelector('img')
  expect(picture?.alt).toBe('')
})

test('a picture is asked for only when it comes near', () => {
  avatarBase.set('https://api.example')
  const picture = render(<Avatar name="みお" src={GIVEN} />).container.querySelector('img')
  expect(picture?.getAttribute('loading')).toBe('lazy')
})
