import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { failedFiles, failuresIn } from './failures.ts'

const folder = mkdtempSync(join(tmpdir(), 'mirutomo-failures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const report = (testResults: unknown[]): string => {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify({ testResults }))
  return path
}

test('only what failed is told, with the beginning of its error', () => {
  const passed = { fullName: 'it works', status: 'passed', failureMessages: [] }
  const failed = { fullName: 'it breaks', status: 'failed', failureMessages: ['no\n1\n2\n3\n4\n5\n6\n7'] }
  expect(
    failuresIn(report([{ name: 'a.test.ts', message: '', assertionResults: [passed, failed] }])),
  ).toEqual(['a.test.ts\n  it breaks\n    no\n    1\n    2\n    3\n    4\n    5'])
})

test('a file that failed outside of its tests is told too', () => {
  const path = report([{ name: 'b.test.ts', message: 'it does not load', assertionResults: [] }])
  expect(failuresIn(path)).toEqual(['b.test.ts\n    it does not load'])
})

test('the files to run again are those in which something failed, each once', () => {
  const passed = { fullName: 'it works', status: 'passed' }
  const failed = { fullName: 'it breaks', status: 'failed', failureMessages: ['no'] }
  const path = report([
    { name: 'a.test.ts', message: '', assertionResults: [passed, failed, failed] },
    { name: 'b.test.ts', message: 'it does not load', assertionResults: [] },
    { name: 'c.test.ts', message: '', assertionResults: [passed] },
  ])
  expect(failedFiles(path)).toEqual(['a.test.ts', 'b.test.ts'])
})

test('without a report there is nothing to tell', () => {
  expect(failedFiles(join(folder, 'none.json'))).toEqual([])
  expect(failuresIn(join(folder, 'none.json'))).toEqual([])
})
