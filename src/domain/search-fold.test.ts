import { describe, expect, test } from 'vitest'
import { foldForSearch } from './search-fold.ts'
import vectors from './search-fold-vectors.json' with { type: 'json' }

describe('foldForSearch', () => {
  test.each(vectors.alike.map(({ name, texts }) => [name, texts] as const))('reads alike: %s', (_, texts) => {
    const [first = '', ...others] = texts.map(foldForSearch)
    expect(first).not.toBe('')
    for (const other of others) expect(other).toBe(first)
  })

  test.each(vectors.unlike)('tells %j from %j', (one, other) => {
    expect(foldForSearch(one ?? '')).not.toBe(foldForSearch(other ?? ''))
  })

  test('keeps what has one spelling', () => {
    expect(foldForSearch('東京タワ🗼')).toBe('東京タワ🗼')
  })

  test('changes nothing that is folded, whatever the characters', () => {
    for (let first = 0; first < 0x3_00_00; first += 0x1_00) {
      const codes = Array.from({ length: 0x1_00 }, (_, index) => first + index)
      const folded = foldForSearch(codes.map((code) => `か${String.fromCodePoint(code)}s`).join(''))
      expect(foldForSearch(folded), `from ${first.toString(16)}`).toBe(folded)
    }
  })
})
