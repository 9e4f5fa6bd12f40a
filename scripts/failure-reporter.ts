import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { DID_NOT_END, type Failure } from './failures.ts'

/** Vitest says it of an error that no test was there to catch; its typings do not. */
type OutsideError = SerializedError & { VITEST_TEST_PATH?: string }

/**
 * Writes to FAILURES_TO, a path, what failed in a run of vitest: tests, what stands around them, files that do not load or never ended, and errors outside of all of them. Vitest's own report in JSON
 * does not have the last two.
 */
export default class FailureReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[], outside: readonly OutsideError[]): void {
    const path = process.env['FAILURES_TO']
    if (!path) return
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify([...files.flatMap(failuresOf), ...outside.map(failureOutside)]))
  }
}

function failuresOf(file: TestModule): Failure[] {
  const of = (test: string, errors: readonly SerializedError[]): Failure[] =>
    errors.length > 0 ? [{ file: file.moduleId, test, error: errors.map(messageOf).join('\n') }] : []
  const failures = of('', file.errors())
  for (const suite of file.children.allSuites()) failures.push(...of(suite.fullName, suite.errors()))
  for (const test of file.children.allTests('failed'))
    failures.push(...of(test.fullName, test.result().errors ?? []))
  const ended = file.state() !== 'pending' && file.state() !== 'queued'
  return ended ? failures : [...failures, { file: file.moduleId, test: '', error: DID_NOT_END }]
}

const failureOutside = (error: OutsideError): Failure => ({
  file: error.VITEST_TEST_PATH ?? '',
  test: '',
  error: messageOf(error),
})

function messageOf(error: SerializedError): string {
  const message = error.stack?.includes(error.message)
    ? error.stack
    : `${error.message}\n${error.stack ?? ''}`
  return error.cause ? `${message}\n${messageOf(error.cause)}` : message
}
