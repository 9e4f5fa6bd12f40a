import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

const ORIGIN = 'https://mirutomo.example'

test.each([
  ['/favorites', '/favorites'],
  ['/search?q=%E7%8C%AB&page=2#top', '/search?q=%E7%8C%AB&page=2#top'],
  ['/video/dQw4w9WgXcQ', '/video/dQw4w9WgXcQ'],
])('keeps %s', (text, path) => expect(safeReturnPath(text, ORIGIN)).toBe(path))

test.each([
  undefined,
  '',
  'favorites',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
])('refuses %j', (text) => expect(safeReturnPath(text, ORIGIN)).toBeUndefined())
