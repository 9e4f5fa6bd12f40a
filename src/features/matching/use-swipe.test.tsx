// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useSwipe } from './use-swipe.ts'

const swiped = vi.fn<(side: 'left' | 'right') => void>()
const capture = vi.fn<(pointerId: number) => void>()

function Card() {
  const { shift, handlers } = useSwipe(swiped)
  return (
    <div data-testid="card" data-shift={shift} {...handlers}>
      <a href="/profile">名前</a>
      <button type="button">選ぶ</button>
      紹介
    </div>
  )
}

beforeEach(() => {
  swiped.mockReset()
  capture.mockReset()
  Element.prototype.setPointerCapture = capture
  render(<Card />)
})
const card = () => screen.getByTestId('card')
const shift = () => Number(card().dataset['shift'])
const START = { x: 200, y: 300 }
const at = (x: number, y = 0, pointerId = 1) => ({
  pointerId,
  clientX: START.x + x,
  clientY: START.y + y,
  button: 0,
})
const press = (pointerId = 1) => fireEvent.pointerDown(card(), at(0, 0, pointerId))
const move = (x: number, y = 0, pointerId = 1) =>
  fireEvent.pointerMove(card(), { ...at(x, y, pointerId), buttons: 1 })
const release = (x: number, y = 0, pointerId = 1) => fireEvent.pointerUp(card(), at(x, y, pointerId))

describe('a push', () => {
  test('that begins on a picture is not taken over by the browser, which would drag the picture', () => {
    expect(fireEvent.dragStart(card())).toBe(false)
  })

  test.each([
    [96, 'right'],
    [-96, 'left'],
    [300, 'right'],
    [-300, 'left'],
  ] as const)('by %i px decides: %s', (px, side) => {
    press()
    move(px)
    release(px)
    expect(swiped).toHaveBeenCalledExactlyOnceWith(side)
  })

  test.each([
    ['a short one', 95, 0],
    ['a short one to the left', -95, 0],
    ['none', 0, 0],
    ['one straight down', 0, 400],
    ['one mostly down', 150, 400],
    ['one mostly up, to the left', -150, -400],
  ])('that is %s decides nothing, and the card goes back', (_, x, y) => {
    press()
    move(x, y)
    release(x, y)
    expect(swiped).not.toHaveBeenCalled()
    expect(shift()).toBe(0)
  })

  test('moves the card along, and gives it back when it ends', () => {
    press()
    move(30)
    expect(shift()).toBe(30)
    move(-120)
    expect(shift()).toBe(-120)
    release(-120)
    expect(shift()).toBe(0)
  })

  test('is held on to once it moves, not before', () => {
    press()
    move(8)
    expect(capture).not.toHaveBeenCalled()
    move(9)
    expect(capture).toHaveBeenCalledExactlyOnceWith(1)
  })

  test('that the browser takes over to scroll decides nothing, and the card goes back', () => {
    press()
    move(150)
    fireEvent.pointerCancel(card(), at(150))
    expect(shift()).toBe(0)
    release(150)
    expect(swiped).not.toHaveBeenCalled()
  })

  test('is one finger’s: what another does is not part of it', () => {
    press()
    move(150, 0, 2)
    release(150, 0, 2)
    expect(shift()).toBe(0)
    expect(swiped).not.toHaveBeenCalled()
    release(150)
    expect(swiped).toHaveBeenCalledExactlyOnceWith('right')
  })

  test.each(['link', 'button'] as const)('that begins on a %s is none', (role) => {
    fireEvent.pointerDown(screen.getByRole(role), at(0))
    move(150)
    release(150)
    expect(shift()).toBe(0)
    expect(swiped).not.toHaveBeenCalled()
  })

  test('with another button of the mouse is none', () => {
    fireEvent.pointerDown(card(), { ...at(0), button: 2 })
    move(150)
    release(150)
    expect(shift()).toBe(0)
    expect(swiped).not.toHaveBeenCalled()
  })

  test('that ended outside of the card is over when the mouse comes back', () => {
    press()
    fireEvent.pointerMove(card(), { ...at(120), buttons: 0 })
    expect(shift()).toBe(0)
    release(120)
    expect(swiped).not.toHaveBeenCalled()
  })
})

test('moving without a push leaves the card where it is', () => {
  move(150)
  release(150)
  expect(shift()).toBe(0)
  expect(swiped).not.toHaveBeenCalled()
})
