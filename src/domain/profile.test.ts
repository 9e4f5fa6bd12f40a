import { describe, expect, test } from 'vitest'
import { birthDateProblem, isPlainName, isWebAddress, orderedInterests } from './profile.ts'

test.each(['みお', '👩‍👩‍👧 みお', 'Zoë', 'علي', 'a\u200Cb'])('%s is a name', (name) => {
  expect(isPlainName(name)).toBe(true)
})
test.each(['a\nb', '\u202Egnp.exe', 'a\u2066b', 'a\u200Bb', 'a\uD83D', '\u3164', '\u200D\u200D', '　', ''])(
  '%j is none',
  (name) => {
    expect(isPlainName(name)).toBe(false)
  },
)

test('a birth date is a day that was', () => {
  const today = '2026-11-22'
  expect(birthDateProblem('2000-02-29', today)).toBeNull()
  expect(birthDateProblem(today, today)).toBeNull()
  expect(birthDateProblem('2026-11-23', today)).toBe('future')
  expect(birthDateProblem('1899-12-31', today)).toBe('too_early')
  for (const date of ['2001-02-29', '2000-13-01', '0', '20000101'])
    expect([date, birthDateProblem(date, today)]).toEqual([date, 'malformed'])
})

test('interests stand in the order of the catalogue, without strangers', () => {
  expect(orderedInterests(['film', 'nonsense', 'gaming', 'film'])).toEqual(['gaming', 'film'])
})

describe('isWebAddress', () => {
  test.each([
    'https://www.youtube.com/@x',
    'http://localhost:3000',
    'HTTPS://Example.com/A',
    'https://例え.jp?x=@y',
    'https://xn--r8jz45g.jp/道#a',
  ])('accepts %s', (text) => {
    expect(isWebAddress(text)).toBe(true)
  })

  test.each([
    ['a name before the host', 'https://youtube.com@evil.example'],
    ['a password before the host', 'https://youtube.com:x@evil.example/'],
    ['a backslash', 'https://youtube.com\\@evil.example'],
    ['Cyrillic letters in the host', 'https://y\u043Eutube.com/'],
    ['Japanese and Latin letters in one label', 'https://youtube.comノwatch.example/'],
    ['full-width letters in the host', 'https://ｙoutube.com/'],
    ['an encoded host', 'https://%79outube.com/'],
    ['a turned direction', 'https://example.com/\u202Egpj.exe'],
    ['a hidden character', 'https://example.com/a\u200Bb'],
    ['a control character', 'https://example.com/a\u0007b'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['no scheme', 'youtube.com'],
    ['another scheme', 'ftp://example.com'],
    ['a space', 'https://a b'],
  ])('refuses %s', (_, text) => {
    expect(isWebAddress(text)).toBe(false)
  })

  test('answers at once for a long host that fails at its end', () => {
    const started = performance.now()
    expect(isWebAddress(`https://${'1-.'.repeat(30_000)}@`)).toBe(false)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
