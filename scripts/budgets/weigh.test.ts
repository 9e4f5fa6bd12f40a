import { expect, test } from 'vitest'
import { type Budget, circles, type Manifest, weigh } from './weigh.ts'

const MANIFEST: Manifest = {
  'index.html': { file: 'assets/index.js', name: 'index', imports: ['_shared.js'] },
  'src/home.tsx': { file: 'assets/home.js', name: 'home', imports: ['_shared.js', 'index.html'] },
  'src/other.tsx': { file: 'assets/other.js', name: 'other', imports: [] },
  '_shared.js': { file: 'assets/shared.js', name: 'shared', imports: [] },
  '_database.js': { file: 'assets/database.js', name: 'database', imports: ['_shared.js'] },
}
const SIZES: Record<string, number> = { index: 100, home: 10, shared: 5, database: 70, other: 1 }
const kibOf = (file: string): number => SIZES[file.replace(/^assets\/|\.js$/g, '')] ?? Number.NaN
const HOME: Budget = { what: 'home', roots: ['index.html', 'src/home.tsx'], maxKib: 115, never: ['database'] }

test('everything that is imported counts, once, and nothing else', () => {
  expect(weigh(MANIFEST, HOME, kibOf)).toEqual({
    what: 'home',
    files: [
      { file: 'assets/index.js', kib: 100 },
      { file: 'assets/home.js', kib: 10 },
      { file: 'assets/shared.js', kib: 5 },
    ],
    kib: 115,
    faults: [],
  })
})

test('too much is a fault', () => {
  expect(weigh(MANIFEST, { ...HOME, maxKib: 114.9 }, kibOf).faults).toEqual([
    '115.0 KiB are more than 114.9 KiB',
  ])
})

test('a shared chunk is found by its name, and a forbidden one is a fault however light', () => {
  const { kib, faults } = weigh(MANIFEST, { ...HOME, roots: ['database'] }, kibOf)
  expect(kib).toBe(75)
  expect(faults).toEqual(['database is loaded before it is used'])
})

test('a forbidden chunk that comes by an import is found too', () => {
  const heavy = {
    ...MANIFEST,
    '_shared.js': { file: 'assets/shared.js', name: 'shared', imports: ['_database.js'] },
  }
  expect(weigh(heavy, { ...HOME, maxKib: 1_000 }, kibOf).faults).toEqual([
    'database is loaded before it is used',
  ])
})

test('a name that is no longer there is a fault and not a budget that is always kept', () => {
  expect(weigh(MANIFEST, { ...HOME, never: ['gone'] }, kibOf).faults).toEqual(['gone is not in the manifest'])
  expect(weigh(MANIFEST, { ...HOME, roots: ['src/gone.tsx'] }, kibOf).faults).toEqual([
    'src/gone.tsx is not in the manifest',
  ])
})

test('chunks that import each other are told, and those that only import them are not', () => {
  expect(circles(MANIFEST)).toEqual([])
  const back = { file: 'assets/shared.js', name: 'shared', imports: ['_database.js'] }
  expect(circles({ ...MANIFEST, '_shared.js': back })).toEqual(['_shared.js', '_database.js'])
})
