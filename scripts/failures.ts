import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** `file` is empty for what belongs to none, `test` for what failed outside of a file's tests. */
const FAILURE = v.object({ file: v.string(), test: v.string(), error: v.string() })
export type Failure = v.InferOutput<typeof FAILURE>

/** So much of each error is enough to know where to look; of a log that is cut, the end is left. */
const LINES = 3
const LINE_LENGTH = 300

/** What failed, from the report that failure-reporter.ts left at this path. undefined: there is no report, say of a step that is not vitest's or did not end. */
export function failuresAt(path: string): Failure[] | undefined {
  try {
    return v.parse(v.array(FAILURE), JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** Where it failed, in which test, and the beginning of its error. */
export const told = ({ file, test, error }: Failure): string =>
  [file, `  ${test}`, ...error.split('\n', LINES).map((line) => `    ${line.slice(0, LINE_LENGTH)}`)]
    .filter((line) => line.trim() !== '')
    .join('\n')

/** The files, as vitest names them, in which something failed: each once. Empty where something failed that may not be theirs. */
export function failedFiles(failures: readonly Failure[]): string[] {
  const files = [...new Set(failures.map(({ file }) => file).filter((file) => file !== ''))]
  const unended = failures.some(({ error }) => error === DID_NOT_END)
  return failures.some(({ file }) => file === '') && !unended ? [] : files
}

/** The error of a file whose process went away; what vitest complains of then names no file. */
export const DID_NOT_END = 'did not end'
