/**
 * `npm test`: everything, in the order in which a failure is cheapest to find. Each step runs even when an earlier one failed, so that one
 * run tells all. `npm test -- unit stack` runs only the named steps.
 *
 * A few files that failed run once more by themselves, when nothing else does: what passes then is told as unsteady, with what it complained
 * of, and does not fail the run. What fails again, or is much, does. A schedule of the simulation has a seed and is never unsteady.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.ts'
import { failedFiles, failuresAt, told } from './failures.ts'

const reportOf = (project: string): string => `test-results/${project}.json`
/** More than these are no coincidence. */
const FEW_FILES = 3
/** What the pages of failed journeys showed (`tests/support/witness.ts`). */
const WITNESSED = 'test-results/witness.txt'
const vitest = (project: string): string[] => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=./scripts/failure-reporter.ts',
]
const STEPS: Record<string, string[]> = {
  check: [process.execPath, 'scripts/check.ts'],
  unit: vitest('unit'),
  chaos: vitest('chaos'),
  database: [process.execPath, 'scripts/pgtap.ts'],
  stack: vitest('stack'),
  handles: vitest('handles'),
  e2e: vitest('e2e'),
  'e2e-alone': vitest('e2e-alone'),
  pictures: vitest('pictures'),
}
const RUN_AGAIN: ReadonlySet<string> = new Set(['unit', 'stack', 'handles', 'e2e', 'e2e-alone', 'pictures'])
const JOURNEYS: ReadonlySet<string> = new Set(['e2e', 'e2e-alone', 'pictures'])
/** Figures take long and decide nothing: only when asked for by name (`npm run bench -- p6 p15 --pairs 5`). */
const [first, ...benchWords] = process.argv.slice(2)
const BENCH = { bench: [...vitest('bench'), ...partsOfTheBench(first === 'bench' ? benchWords : [])] }

const wanted = first === 'bench' ? [first] : process.argv.slice(2)
const steps: Record<string, string[]> = wanted.includes('bench') ? { ...STEPS, ...BENCH } : STEPS
const unknown = wanted.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`unknown step: ${unknown.join(', ')} (there are: ${Object.keys(STEPS).join(', ')})`)
  process.exit(2)
}

rmSync(WITNESSED, { force: true })
const results: { name: string; passed: boolean; unsteady: boolean; seconds: number }[] = []
for (const [name, [file = '', ...args]] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n── ${name}`)
  if ((JOURNEYS.has(name) || name === 'bench') && !ensureChromium())
    console.error(
      'No Chromium was found, and none could be installed. / Chromium が見つからず、インストールもできませんでした。',
    )
  rmSync(reportOf(name), { force: true })
  const startedAt = performance.now()
  const status = run(file, args, reportOf(name))
  const unsteady = status !== 0 && RUN_AGAIN.has(name) && passesAgain(name)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  results.push({ name, passed: status === 0 || unsteady, unsteady, seconds })
}

console.log()
for (const { name, passed, unsteady, seconds } of results)
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)${unsteady ? ', unsteady' : ''}`)
// What failed stands together at the end, where thousands of lines do not hide it
for (const { name, unsteady } of results.filter((result) => !result.passed || result.unsteady))
  for (const failure of failuresAt(reportOf(name)) ?? [])
    console.log(`\n${name}${unsteady ? ' (passed when run again)' : ''}: ${told(failure)}`)
if (existsSync(WITNESSED)) console.log(`\n${readFileSync(WITNESSED, 'utf8')}`)
const failed = results.filter((result) => !result.passed).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

function run(file: string, args: string[], report: string): number | null {
  const { status, signal } = spawnSync(file, args, {
    stdio: 'inherit',
    env: { ...process.env, FAILURES_TO: report },
  })
  if (signal) console.error(`ended by ${signal}`)
  return status
}

function passesAgain(project: string): boolean {
  const files = failedFiles(failuresAt(reportOf(project)) ?? [])
  if (files.length === 0 || files.length > FEW_FILES) return false
  console.log(`\n── ${project}, once more: ${files.join(' ')}`)
  const [file = '', ...args] = [...vitest(project), ...files]
  return run(file, args, reportOf(`${project}-again`)) === 0
}

/** What vitest runs for `p6 p15`; `--pairs N` goes into the environment. */
function partsOfTheBench(words: string[]): string[] {
  const { values, positionals } = benchWordsOf(words)
  const isOdd = (word: string): boolean => !/^p?[0-9]+$/i.test(word)
  const pairs = values.pairs ?? '1'
  if (positionals.some(isOdd) || !/^[1-9][0-9]*$/.test(pairs)) return refuseBench()
  if (values.pairs !== undefined) process.env['BENCH_PAIRS'] = pairs
  if (positionals.length === 0) return []
  const numbers = positionals.map((word) => word.replace(/^p/i, ''))
  return ['-t', `\\bP(${numbers.join('|')})\\b`]
}

function benchWordsOf(words: string[]) {
  try {
    return parseArgs({ args: words, options: { pairs: { type: 'string' } }, allowPositionals: true })
  } catch {
    return refuseBench()
  }
}

function refuseBench(): never {
  console.error('npm run bench -- [p1 p2 p3 p4 p5 p6 p8 p9 p11 p13 p14 p15 p16 p17] [--pairs N]')
  process.exit(2)
}
