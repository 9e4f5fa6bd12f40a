import { describe, expect, test } from 'vitest'
import { internationalPhone } from './phone.ts'

const EXPECTED = '+819012345678'

describe('a number as people type it becomes international', () => {
  test('a number of a landline has a digit less', () => {
    expect(internationalPhone('03-1234-5678')).toBe('+81312345678')
    expect(internationalPhone('81-3-1234-5678')).toBe('+81312345678')
  })

  test.each([
    ['plain', '09012345678'],
    ['full-width digits', '０９０１２３４５６７８'],
    ['hyphens', '090-1234-5678'],
    ['full-width hyphens', '０９０－１２３４－５６７８'],
    ['the long vowel mark', '090ー1234ー5678'],
    ['the narrow long vowel mark', '090ｰ1234ｰ5678'],
    ['Unicode hyphen, non-breaking hyphen', '090‐1234‑5678'],
    ['figure dash, en dash', '090‒1234–5678'],
    ['em dash, bar', '090—1234―5678'],
    ['minus sign, small hyphen', '090−1234﹣5678'],
    ['brackets', '(090)1234-5678'],
    ['full-width brackets', '（０９０）１２３４－５６７８'],
    ['spaces', ' 090 1234 5678 '],
    ['full-width spaces', '　０９０　１２３４　５６７８　'],
    ['dots', '090.1234.5678'],
    ['the country code', '+819012345678'],
    ['a full-width plus sign', '＋８１ ９０ １２３４ ５６７８'],
    ['the country code and the leading 0', '+81 (0)90-1234-5678'],
    ['the country code and a bare leading 0', '＋８１０９０１２３４５６７８'],
    ['no leading 0', '9012345678'],
    ['the country code without a plus sign', '81-90-1234-5678'],
    ['the country code twice', '+81 81 90 1234 5678'],
    ['the country code before the number of home, without a plus sign', '8109012345678'],
    ['what is dialled abroad', '010 81 90 1234 5678'],
    ['what is dialled in other countries', '0081-90-1234-5678'],
    ['a link', 'tel:+81-90-1234-5678'],
    ['marks of direction around it', '\u202A090-1234-5678\u202C'],
    ['marks without width and a narrow blank', '\uFEFF+81\u00A090\u200B1234\u202F5678\u200E'],
    ['slashes and lines', '090/1234─5678'],
  ])('%s', (_, typed) => expect(internationalPhone(typed)).toBe(EXPECTED))

  test('a number of another country is kept', () => {
    expect(internationalPhone('+1 415-555-0132')).toBe('+14155550132')
  })
})

test.each([
  ['nothing', ''],
  ['a word', 'でんわ'],
  ['letters in it', '090-ABCD-5678'],
  ['too short', '090-12'],
  ['too long', '+8190123456789012'],
  ['a plus sign in the middle', '090+12345678'],
  ['two plus signs', '++819012345678'],
  ['no country', '+019012345678'],
  ['fewer digits than Japan has', '090-1234-567'],
  ['more digits than Japan has', '+81 90-1234-56789'],
  ['the number of another country without a plus sign', '1-415-555-0132'],
])('%s is no number', (_, typed) => expect(internationalPhone(typed)).toBeNull())
