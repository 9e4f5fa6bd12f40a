import { expect, test } from 'vitest'
import { isAdult } from './age.ts'

test.each([
  ['2008-11-22', '2026-11-21T14:59:59Z', false],
  ['2008-11-22', '2026-11-21T15:00:00Z', true],
  ['2008-02-29', '2026-02-28T12:00:00Z', false],
  ['2008-02-29', '2026-02-28T15:00:00Z', true],
  ['2006-02-28', '2024-02-29T00:00:00Z', true],
  [undefined, '2026-11-22T00:00:00Z', false],
])('born on %s, at %s: %s', (born, at, adult) => {
  expect(isAdult(born, Date.parse(at))).toBe(adult)
})
