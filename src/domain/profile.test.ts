import { expect, test } from 'vitest'
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

test.each(['https://www.youtube.com/@x', 'http://localhost:3000', 'https://例え.jp?x=@y'])(
  '%s does',
  (text) => {
    expect(isWebAddress(text)).toBe(true)
  },
)
test.each([
  'https://youtube.com@evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'youtube.com',
  'ftp://example.com',
  'https://a b',
])('%s becomes no link', (text) => {
  expect(isWebAddress(text)).toBe(false)
})
