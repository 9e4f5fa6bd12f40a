import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const REPORT = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.nullish(v.array(v.string()), []),
        }),
      ),
    }),
  ),
})

/** So much of each error is enough to know where to look. */
const LINES = 6

/** What failed, from the report that vitest left at this path: the test and the beginning of its error. Empty when there is no report, say of a step that is not vitest's. */
export function failuresIn(path: string): string[] {
  const report = reportAt(path)
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    // A file that failed outside of its tests has a message of its own
    if (failed.length === 0) return message === '' ? [] : [`${name}\n${beginningOf(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) => `${name}\n  ${fullName}\n${beginningOf(failureMessages.join('\n'))}`,
    )
  })
}

/** The files, as vitest names them, in which something failed: each once. Empty without a report. */
export function failedFiles(path: string): string[] {
  const failed = (reportAt(path)?.testResults ?? []).filter(
    ({ message, assertionResults }) =>
      assertionResults.some(({ status }) => status === 'failed') ||
      (assertionResults.length === 0 && message !== ''),
  )
  return [...new Set(failed.map(({ name }) => name))]
}

function beginningOf(message: string): string {
  return message
    .split('\n')
    .slice(0, LINES)
    .map((line) => `    ${line}`)
    .join('\n')
}

function reportAt(path: string): v.InferOutput<typeof REPORT> | undefined {
  try {
    return v.parse(REPORT, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
