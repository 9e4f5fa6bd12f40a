import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DID_NOT_END, type Failure, failuresAt } from './failures.ts'

const BROKEN = {
  'passes.test.ts': "test('passes', () => {})",
  'breaks.test.ts': "test('breaks', () => { throw new Error('of a test') })",
  'hook.test.ts':
    "describe('around', () => { beforeAll(() => { throw new Error('of a hook') }); test('in it', () => {}) })",
  'load.test.ts': "throw new Error('of a file')",
  'outside.test.ts':
    "test('passes', async () => { void Promise.reject(new Error('of nobody')); await new Promise((done) => setTimeout(done, 20)) })",
  'dies.test.ts':
    "test('dies', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}) })",
}
let folder: string
let failures: Failure[]

beforeAll(() => {
  // Inside of the project, or vitest itself would not be found from there
  mkdirSync('test-results', { recursive: true })
  folder = mkdtempSync(resolve('test-results/planted-'))
  for (const [name, body] of Object.entries(BROKEN))
    writeFileSync(join(folder, name), `import { beforeAll, describe, test } from 'vitest'\n${body}\n`)
  writeFileSync(join(folder, 'vitest.config.js'), 'export default {}')
  const report = join(folder, 'failures.json')
  const reporter = resolve('scripts/failure-reporter.ts')
  const { status } = spawnSync(
    resolve('node_modules/.bin/vitest'),
    ['run', `--root=${folder}`, `--reporter=${reporter}`],
    { env: { PATH: process.env['PATH'], FAILURES_TO: report } },
  )
  expect(status).toBe(1)
  failures = failuresAt(report) ?? []
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const of = (name: string): Pick<Failure, 'test' | 'error'>[] =>
  failures
    .filter(({ file }) => basename(file) === name)
    .map(({ test: title, error }) => ({ test: title, error }))

test.each([
  ['a test', 'breaks.test.ts', 'breaks', 'of a test'],
  ['what stands around tests', 'hook.test.ts', 'around', 'of a hook'],
  ['a file that does not load', 'load.test.ts', '', 'of a file'],
  ['an error that no test was there to catch', 'outside.test.ts', '', 'of nobody'],
  ['a file whose process went away', 'dies.test.ts', '', DID_NOT_END],
])('%s is reported once, with its error', (_, file, title, error) => {
  expect(of(file)).toEqual([{ test: title, error: expect.stringContaining(error) }])
})

test('why a process went away is reported of no file, and what passed is not reported', () => {
  expect(of('')).toEqual([{ test: '', error: expect.stringContaining('SIGKILL') }])
  expect(of('passes.test.ts')).toEqual([])
})
