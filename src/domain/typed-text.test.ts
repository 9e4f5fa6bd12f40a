import { describe, expect, test } from 'vitest'
import { pastedAddress, typedDigits, typedEmail, typedNumber } from './typed-text.ts'

describe('typedEmail', () => {
  test.each([
    ['blanks of every kind around it', ' \u00A0　hanako@example.com\u3000\n'],
    ['marks of direction', '\u202Ahanako@example.com\u202C'],
    ['a mark without width in it', 'hanako\u200B@example\u2060.com\uFEFF'],
    ['full width', 'ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['a link', 'mailto:hanako@example.com'],
    ['a name before it', '"花子" <hanako@example.com>'],
  ])('reads an address with %s', (_, typed) => expect(typedEmail(typed)).toBe('hanako@example.com'))

  test.each(['', 'hanako', 'a b@example.com'])('leaves %j as it is', (typed) => {
    expect(typedEmail(typed)).toBe(typed)
  })
})

test.each(['１２３　４５６', '123-456', '123ー456', '\u200E123\u00A0456', ' 123–456\uFEFF'])(
  'typedDigits reads %j',
  (typed) => expect(typedDigits(typed)).toBe('123456'),
)

describe('typedNumber', () => {
  test.each(['1000', '１０００', '1,000', '１，０００円', '¥1,000', '￥1000', '\u202A1,000\u202C', ' 1000 '])(
    'reads %j',
    (typed) => expect(typedNumber(typed)).toBe(1000),
  )
  test.each(['', ' 　', '\u200B'])('finds nothing in %j', (typed) => expect(typedNumber(typed)).toBeNull())
  test.each(['1,00', '1.5', '-1', '1e3', '0x10', 'あ', '10 00'])('finds no number in %j', (typed) => {
    expect(typedNumber(typed)).toBeNaN()
  })
})

test('pastedAddress keeps what is written wide', () => {
  expect(pastedAddress('\uFEFF https://example.com/ＡＢ\u202C ')).toBe('https://example.com/ＡＢ')
})
