/**
 * `npm test`: everything, in the order in which a failure is cheapest to find. Each step runs even when an earlier one failed, so that one
 * run tells all. `npm test -- unit stack` runs only the named steps.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.ts'
import { failuresIn } from './failures.ts'

const reportOf = (project: string): string => `test-results/${project}.json`
/** What the pages of failed journeys showed (`tests/support/witness.ts`). */
const WITNESSED = 'test-results/witness.txt'
const vitest = (project: string): string[] => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportOf(project)}`,
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
}
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

/** The steps that need a browser; journeys tell what their pages showed. */
const isJourney = (name: string): boolean => name === 'e2e' || name === 'e2e-alone'
rmSync(WITNESSED, { force: true })
const results: { name: string; passed: boolean; seconds: number }[] = []
for (const [name, [file = '', ...args]] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n── ${name}`)
  if ((isJourney(name) || name === 'bench') && !ensureChromium())
    console.error(
      'No Chromium was found, and none could be installed. / Chromium が見つからず、インストールもできませんでした。',
    )
  rmSync(reportOf(name), { force: true })
  const startedAt = performance.now()
  const { status } = spawnSync(file, args, { stdio: 'inherit' })
  results.push({ name, passed: status === 0, seconds: Math.round((performance.now() - startedAt) / 1000) })
}

console.log()
for (const { name, passed, seconds } of results)
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
// What failed stands together at the end, where thousands of lines do not hide it
for (const { name } of results.filter((result) => !result.passed))
  for (const line of failuresIn(reportOf(name))) console.log(`\n${name}: ${line}`)
if (results.some(({ name }) => isJourney(name)) && existsSync(WITNESSED))
  console.log(`\n${readFileSync(WITNESSED, 'utf8')}`)
const failed = results.filter((result) => !result.passed).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

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
  console.error('npm run bench -- [p4 p5 p6 p8 p9 p11 p14 p15 p16 p17] [--pairs N]')
  process.exit(2)
}
