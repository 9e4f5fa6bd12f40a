// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { COPY } from './copy.ts'
import { MessageText } from './message-text.tsx'

const onFold = vi.fn()
/** The paragraph of the text. */
function read(text: string): HTMLParagraphElement {
  const { container } = render(<MessageText text={text} className="" onFold={onFold} />)
  const paragraph = container.querySelector('p')
  if (!paragraph) throw new Error('no text is shown')
  return paragraph
}

describe('an address', () => {
  test.each(['https://example.com/a?b=1#c', 'http://example.com'])(
    '%s is a link to itself, in a tab of its own that does not learn where from',
    (address) => {
      const text = read(`これ見て ${address} すごい`)
      const link = screen.getByRole('link', { name: address })
      expect(link.getAttribute('href')).toBe(address)
      expect(link.getAttribute('target')).toBe('_blank')
      expect(link.getAttribute('rel')).toBe('noreferrer')
      expect(text.textContent).toBe(`これ見て ${address} すごい`)
    },
  )

  test.each([
    'javascript:alert(1)',
    'javascript://example.com/%0Aalert(1)',
    'data:text/html,<b>hello</b>',
    'file:///etc/hosts',
    'ftp://example.com',
    'mailto:someone@example.com',
    'example.com',
  ])('%s stays text', (address) => {
    expect(read(address).textContent).toBe(address)
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('is a link each time, and what stands between stays', () => {
    const text = read('https://example.com/1 と\nhttps://example.com/2')
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'https://example.com/1',
      'https://example.com/2',
    ])
    expect(text.textContent).toBe('https://example.com/1 と\nhttps://example.com/2')
  })
})

test('markup is text like any other', () => {
  const markup = '<img src="x" onerror="alert(1)"><a href="https://example.com">押して</a>'
  const text = read(markup)
  expect(text.textContent).toBe(markup)
  expect(text.querySelector('img')).toBeNull()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['https://example.com'])
})

test('line breaks and spaces are kept, and a long word breaks instead of running out of its bubble', () => {
  const words = `一行目\n\n  三行目\t${'w'.repeat(300)}`
  const text = read(words)
  expect(text.textContent).toBe(words)
  expect(text.className).toContain('whitespace-pre-wrap')
  expect(text.className).toContain('wrap-anywhere')
})

test('each text runs in its own direction', () => {
  expect(read('مرحبا').dir).toBe('auto')
})

describe('a text', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, line) => `${line}行目`).join('\n')

  test.each([
    ['1,000 characters', 'あ'.repeat(1_000)],
    ['20 lines', lines(20)],
  ])('of %s stands there whole', (_, text) => {
    expect(read(text).className).not.toContain('line-clamp')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test.each([
    ['1,001 characters', 'あ'.repeat(1_001)],
    ['21 lines', lines(21)],
  ])('of %s is folded, unfolds and folds again when asked, and says so before it moves', (_, text) => {
    onFold.mockReset()
    const paragraph = read(text)
    const fold = screen.getByRole('button', { name: COPY.readMore })
    expect(fold.getAttribute('aria-controls')).toBe(paragraph.id)
    expect(paragraph.className).toContain('line-clamp')
    expect(paragraph.textContent).toBe(text)
    fireEvent.click(fold)
    expect(onFold).toHaveBeenCalledTimes(1)
    expect(paragraph.className).not.toContain('line-clamp')
    expect(fold.textContent).toBe(COPY.readLess)
    expect(fold.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(fold)
    expect(onFold).toHaveBeenCalledTimes(2)
    expect(paragraph.className).toContain('line-clamp')
    expect(fold.getAttribute('aria-expanded')).toBe('false')
  })
})
