import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DID_NOT_END, type Failure, failedFiles, failuresAt, told } from './failures.ts'

const folder = mkdtempSync(join(tmpdir(), 'mirutomo-failures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const failure = (file: string, error = 'no'): Failure => ({ file, test: 'it works', error })

test('a failure is told with its place and the beginning of its error', () => {
  expect(told({ file: 'a.test.ts', test: 'it breaks', error: `${'no'.repeat(200)}\n1\n2\n3` })).toBe(
    `a.test.ts\n  it breaks\n    ${'no'.repeat(150)}\n    1\n    2`,
  )
  expect(told({ file: '', test: '', error: 'of nobody' })).toBe('    of nobody')
})

test('the files to run again are those in which something failed, each once', () => {
  expect(failedFiles([failure('a.test.ts'), failure('a.test.ts'), failure('b.test.ts')])).toEqual([
    'a.test.ts',
    'b.test.ts',
  ])
})

test('nothing is run again while it is not known where something failed, unless a file did not end', () => {
  expect(failedFiles([failure('a.test.ts'), failure('')])).toEqual([])
  expect(failedFiles([failure('a.test.ts', DID_NOT_END), failure('')])).toEqual(['a.test.ts'])
})

test('what was reported is read again; without a report nothing is known', () => {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify([failure('a.test.ts')]))
  expect(failuresAt(path)).toEqual([failure('a.test.ts')])
  writeFileSync(path, '{"testRes')
  expect(failuresAt(path)).toBeUndefined()
  expect(failuresAt(join(folder, 'none.json'))).toBeUndefined()
})
