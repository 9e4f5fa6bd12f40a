// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Phrases, phrasesOf } from './phrases.tsx'

afterEach(() => vi.unstubAllGlobals())

describe('phrasesOf', () => {
  test.each([
    ['観た動画を、六つの軸で語ろう。', ['観た', '動画を、', '六つの', '軸で', '語ろう。']],
    ['プレミアムの有効期限が切れました', ['プレミアムの', '有効期限が', '切れました']],
    ['「ゲーム」の検索結果', ['「ゲーム」の', '検索結果']],
    ['お気に入りの動画', ['お気に入りの', '動画']],
    ['ご確認のうえ、お進みください', ['ご確認のうえ、お進みください']],
    ['', ['']],
  ])('divides %s', (text, phrases) => expect(phrasesOf(text)).toEqual(phrases))
})

describe('Phrases', () => {
  test('leaves the text as it is where the browser knows phrases', () => {
    vi.stubGlobal('CSS', { supports: () => true })
    const { container } = render(<Phrases>観た動画を</Phrases>)
    expect(container.innerHTML).toBe('観た動画を')
  })

  test('offers a break between phrases elsewhere, and the same text', () => {
    vi.stubGlobal('CSS', { supports: () => false })
    const { container } = render(<Phrases>観た動画を</Phrases>)
    expect(container.querySelectorAll('wbr')).toHaveLength(1)
    expect(container.textContent).toBe('観た動画を')
  })
})
