import { expect, test } from 'vitest'
import { fromBase32, matchingStep, toBase32, totpAt } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the rows of SHA-1
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %d seconds the code is %s', (seconds, code) => {
  expect(totpAt(SECRET, seconds * 1000, 8)).toBe(code)
  expect(totpAt(SECRET, seconds * 1000)).toBe(code.slice(2))
})

test('a code counts in its own step and one beside, and no further', () => {
  const now = 1_111_111_111_000
  const step = Math.floor(now / 30_000)
  const codeIn = (steps: number): string => totpAt(SECRET, now + steps * 30_000)
  expect([-2, -1, 0, 1, 2].map((steps) => matchingStep(SECRET, codeIn(steps), now))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ])
  for (const code of ['', '05047', '0504710', ' 50471', '０５０４７１', 'abcdef'])
    expect(matchingStep(SECRET, code, now)).toBeNull()
})

// RFC 4648, section 10
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %s in base 32, and back', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32)
  expect(fromBase32(base32).toString()).toBe(text)
})
