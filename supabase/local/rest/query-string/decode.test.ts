import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalQuery, decodeQuery } from './decode.ts'

describe('decodeQuery', () => {
  it('splits and decodes, and keeps the order and repetitions', () => {
    expect(decodeQuery('?b=1&a=%E5%A4%9C+x&b=2&flag&c=1=2&&')).toEqual([
      ['b', '1'],
      ['a', '夜 x'],
      ['b', '2'],
      ['flag', ''],
      ['c', '1=2'],
    ])
  })

  it.each(['a=%', 'a=%zz', 'a=%ED%A0%80', 'a=%FF', '%C3=1', 'a=%00', 'a%00b=1'])('refuses %j', (raw) => {
    expect(() => decodeQuery(raw)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
  })

  it('gives back whatever URLSearchParams wrote', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        const written = new URLSearchParams(pairs.map(([key, value]) => [`k${key}`, value]))
        expect(decodeQuery(written.toString())).toEqual(pairs.map(([key, value]) => [`k${key}`, value]))
      }),
    )
  })
})

describe('canonicalQuery', () => {
  it('sorts by key and encodes', () => {
    const pairs = [
      ['b', '1 2'],
      ['a', '夜'],
      ['b', '0'],
    ] as const
    expect(canonicalQuery(pairs)).toBe('a=%E5%A4%9C&b=1%202&b=0')
  })
})
