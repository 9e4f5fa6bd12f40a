// @vitest-environment jsdom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { followKeyboard, seenAbove } from './keyboard.ts'

describe('seenAbove', () => {
  const WINDOW = 844
  test.each([
    ['closed', WINDOW, { height: WINDOW, offsetTop: 0, scale: 1 }, null],
    ['open', WINDOW, { height: 508, offsetTop: 0, scale: 1 }, { top: 0, height: 508, below: 336 }],
    [
      'open, the page moved up',
      WINDOW,
      { height: 508.4, offsetTop: 200.3, scale: 1 },
      { top: 200, height: 508, below: 136 },
    ],
    [
      'open, the page moved past the end',
      WINDOW,
      { height: 508, offsetTop: 340, scale: 1 },
      { top: 340, height: 508, below: 0 },
    ],
    ['open, zoomed by pinch', WINDOW, { height: 254, offsetTop: 100, scale: 2 }, null],
    ['open, the window resized for it', 508, { height: 508, offsetTop: 0, scale: 1 }, null],
    ['closed, a bar of the browser', WINDOW, { height: WINDOW - 39, offsetTop: 0, scale: 1 }, null],
    [
      'open, on its side',
      390,
      { height: 190, offsetTop: 30, scale: 1 },
      { top: 30, height: 190, below: 170 },
    ],
  ])('%s', (_, windowHeight, seen, area) => expect(seenAbove(windowHeight, seen)).toEqual(area))
})

describe('followKeyboard', () => {
  const root = document.documentElement
  const seen = Object.assign(new EventTarget(), { height: 0, offsetTop: 0, scale: 1 })
  const show = (height: number, offsetTop = 0, scale = 1): void => {
    Object.assign(seen, { height, offsetTop, scale })
    seen.dispatchEvent(new Event('resize'))
  }
  const told = () =>
    root.hasAttribute('data-keyboard') && [
      root.style.getPropertyValue('--seen-top'),
      root.style.getPropertyValue('--seen-height'),
      root.style.getPropertyValue('--keyboard-height'),
    ]
  beforeEach(() => {
    document.body.innerHTML = '<textarea></textarea><button>送信</button>'
    Object.assign(seen, { height: innerHeight, offsetTop: 0, scale: 1 })
    vi.stubGlobal('visualViewport', seen)
    onTestFinished(followKeyboard())
  })
  const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()

  test('marks the document while the keyboard of a field is open', () => {
    focus('textarea')
    expect(told()).toBe(false)
    show(innerHeight - 300, 120)
    expect(told()).toEqual(['120px', `${innerHeight - 300}px`, '180px'])
    show(innerHeight)
    expect(told()).toBe(false)
    expect(root.getAttribute('style')).toBeFalsy()
  })
  test('follows a turn of the device', () => {
    focus('textarea')
    show(innerHeight - 300)
    show(innerHeight - 200, 20)
    expect(told()).toEqual(['20px', `${innerHeight - 200}px`, '180px'])
  })
  test('leaves the document alone while the person zooms, or writes nothing', () => {
    focus('textarea')
    show((innerHeight - 300) / 2, 0, 2)
    expect(told()).toBe(false)
    focus('button')
    show(innerHeight - 300)
    expect(told()).toBe(false)
  })
  test('forgets the keyboard when its field loses the focus', () => {
    focus('textarea')
    show(innerHeight - 300)
    focus('button')
    expect(told()).toBe(false)
  })
})
