import { expect, test } from 'vitest'
import { emailName, foldForSearch } from './text.ts'

test('folding makes kana, width and case alike and keeps the rest', () => {
  expect(foldForSearch('ＡＢＣ ﾈｺ ねこ ネコ')).toBe('abc ネコ ネコ ネコ')
  expect(foldForSearch('東京タワー🗼')).toBe('東京タワー🗼')
})

test('an e-mail address shows its first part', () => {
  expect(emailName('hanako@example.com')).toBe('hanako')
  expect(emailName('no-at-sign')).toBe('no-at-sign')
})
