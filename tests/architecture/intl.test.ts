import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Whichever is the first in a page costs all of it, localeCompare too: src/ui/japanese-number.ts */
const INTL = /\bIntl\.|\.toLocale(?:Date|Time)?String\(|\.localeCompare\(/

test('no screen waits for Intl', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => INTL.test(readFileSync(file, 'utf8')))).toEqual([])
})
