import { expect, test } from 'vitest'
import { emailName, hasSomethingToSee, storableText } from './text.ts'

test('an e-mail address shows its first part', () => {
  expect(emailName('hanako@example.com')).toBe('hanako')
  expect(emailName('no-at-sign')).toBe('no-at-sign')
})

test('a database keeps any text composed, without U+0000 and half characters', () => {
  expect(storableText('a\0b\uD83D猫😀\n')).toBe('ab\uFFFD猫😀\n')
  expect(storableText('か\u3099ハ\u309Ae\u0301')).toBe('がパé')
})

test.each(['', ' 　\n', '\u200B\u2060\uFEFF', '\u3164', '\u200D\uFE0F', '\u202E', '\0'])(
  'in %j is nothing to see',
  (text) => expect(hasSomethingToSee(text)).toBe(false),
)
test.each(['a', '\u200Bあ', '👩‍👩‍👧', '\uFFFD'])('in %j is something to see', (text) =>
  expect(hasSomethingToSee(text)).toBe(true),
)
