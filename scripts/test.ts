/**
 * `npm test`: everything, in the order in which a failure is cheapest to find. Each step runs even when an earlier one failed, so that one
 * run tells all. `npm test -- unit stack` runs only the named steps. Steps that keep one core busy run beside each other.
 * Where one journey has many ways, such as hostile modes and engines, a commit draws some of them; a step that
 * is named runs all.
 *
 * A few files that failed run once more by themselves, when nothing else does: what passes then is told as unsteady, with what it complained
 * of, and does not fail the run. What fails again, or is much, does. A schedule of the simulation has a seed and is never unsteady.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.ts'
import { ensureEngines } from './engines.ts'
import { failedFiles, failuresAt, told } from './failures.ts'

const reportOf = (project: string): string => `test-results/${project}.json`
/** More than these are no coincidence. */
const FEW_FILES = 3
/** What one process has compiled the next does not: hundreds load the same libraries. */
const COMPILED = resolve('node_modules/.cache/compiled')
/** What the pages of failed journeys showed (`tests/support/witness.ts`). */
const WITNESSED = 'test-results/witness.txt'
const vitest = (step: string): string[] => [
  'vitest',
  'run',
  '--project',
  // Those of the unit tests are two (`tests/support/unit-files.ts`)
  step === 'unit' ? 'unit*' : step,
  '--reporter=default',
  '--reporter=./scripts/failure-reporter.ts',
]
/** One round after the other; the lanes of a round at once, and the steps of a lane in turn. Those alone in their round take all cores. */
const ROUNDS = [
  [['check']],
  [['unit']],
  [
    ['database', 'stack', 'pictures'],
    // The stack's waits for its database half of the time: the simulation takes the rest
    ['handles', 'e2e-alone', 'chaos'],
  ],
  [['e2e']],
  [['hostile']],
  [['engines']],
] as const
type StepName = (typeof ROUNDS)[number][number][number]
const STEPS: Record<StepName, string[]> = {
  check: [process.execPath, 'scripts/check.ts'],
  unit: vitest('unit'),
  chaos: vitest('chaos'),
  database: [process.execPath, 'scripts/pgtap.ts'],
  stack: vitest('stack'),
  handles: vitest('handles'),
  e2e: vitest('e2e'),
  'e2e-alone': vitest('e2e-alone'),
  hostile: vitest('hostile'),
  engines: vitest('engines'),
  pictures: vitest('pictures'),
}
const RUN_AGAIN: ReadonlySet<string> = new Set([
  'unit',
  'stack',
  'handles',
  'e2e',
  'e2e-alone',
  'hostile',
  'engines',
  'pictures',
])
const JOURNEYS: ReadonlySet<string> = new Set(['e2e', 'e2e-alone', 'hostile', 'engines', 'pictures'])
/** Figures take long and decide nothing: only when asked for by name (`npm run bench -- p6 p15 --pairs 5`). */
const [first, ...benchWords] = process.argv.slice(2)
const benchNumbers = numbersOfTheBench(first === 'bench' ? benchWords : [])
const benchParts = benchNumbers.length === 0 ? [] : ['-t', `\\bP(${benchNumbers.join('|')})\\b`]
const benchNeedsEngines = benchNumbers.length === 0 || benchNumbers.includes('25')
const BENCH = { bench: [...vitest('bench'), ...benchParts] }

const wanted = first === 'bench' ? [first] : process.argv.slice(2)
const steps: Record<string, string[]> = wanted.includes('bench') ? { ...STEPS, ...BENCH } : STEPS
const unknown = wanted.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`unknown step: ${unknown.join(', ')} (there are: ${Object.keys(STEPS).join(', ')})`)
  process.exit(2)
}
/** See `tests/support/drawn.ts`. */
const DRAW = wanted.length === 0 ? 'by commit' : ''
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)

type Result = { name: string; passed: boolean; unsteady: boolean; seconds: number }
const results: Result[] = []
rmSync(WITNESSED, { force: true })
const rounds: readonly (readonly (readonly string[])[])[] = wanted.includes('bench')
  ? [...ROUNDS, [['bench']]]
  : ROUNDS
for (const round of rounds) {
  const lanes = round.map((names) => names.filter(isWanted)).filter((names) => names.length > 0)
  if (lanes.flat().some((name) => JOURNEYS.has(name) || name === 'bench') && !ensureChromium())
    console.error(
      'No Chromium was found, and none could be installed. / Chromium が見つからず、インストールもできませんでした。',
    )
  if (lanes.flat().some((name) => name === 'engines' || (name === 'bench' && benchNeedsEngines)))
    ensureEngines()
  // Told as it happens in the first lane, at the end of each step in the others
  const ended = await Promise.all(
    lanes.map((names, lane) => inTurn(names, lane === 0 ? 'now' : 'at its end')),
  )
  for (const result of ended.flat()) results.push(result.passed ? result : await onceMore(result))
}

console.log()
if (existsSync(WITNESSED)) console.log(readFileSync(WITNESSED, 'utf8'))
for (const { name, passed, unsteady, seconds } of results)
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)${unsteady ? ', unsteady' : ''}`)
// What failed stands together at the end, where thousands of lines do not hide it
for (const { name, unsteady } of results.filter((result) => !result.passed || result.unsteady))
  for (const failure of failuresAt(reportOf(name)) ?? [])
    console.log(`${name}${unsteady ? ' (passed when run again)' : ''}: ${told(failure)}`)
const failed = results.filter((result) => !result.passed).length
console.log(`\n${results.length - failed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

type Telling = 'now' | 'at its end'

async function inTurn(names: string[], telling: Telling): Promise<Result[]> {
  const ended: Result[] = []
  for (const name of names) {
    const startedAt = performance.now()
    rmSync(reportOf(name), { force: true })
    const passed = await run(name, steps[name] ?? [], telling)
    ended.push({ name, passed, unsteady: false, seconds: secondsSince(startedAt) })
  }
  return ended
}

async function onceMore(result: Result): Promise<Result> {
  const { name, seconds } = result
  const files = failedFiles(failuresAt(reportOf(name)) ?? [])
  if (!RUN_AGAIN.has(name) || files.length === 0 || files.length > FEW_FILES) return result
  console.log(`\n${name} once more: ${files.join(' ')}`)
  const startedAt = performance.now()
  const passed = await run(`${name}-again`, [...vitest(name), ...files], 'now')
  return { name, passed, unsteady: passed, seconds: seconds + secondsSince(startedAt) }
}

async function run(name: string, [file = '', ...args]: string[], telling: Telling): Promise<boolean> {
  const heading = `\n── ${name}`
  if (telling === 'now') console.log(heading)
  const env = { ...process.env, DRAW, FAILURES_TO: reportOf(name), NODE_COMPILE_CACHE: COMPILED }
  const step = spawn(file, args, { env, stdio: telling === 'now' ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
  const [said, complained, [status, signal]] = await Promise.all([
    step.stdout ? text(step.stdout) : '',
    step.stderr ? text(step.stderr) : '',
    once(step, 'close').catch((error: unknown) => [String(error), null]),
  ])
  if (telling === 'at its end') console.log(`${heading}\n${said}\n${complained}`)
  if (signal) console.error(`ended by ${signal}`)
  return status === 0
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000)
}

/** The 6 and 15 of `p6 p15`, none for all parts; `--pairs N` goes into the environment. */
function numbersOfTheBench(words: string[]): string[] {
  const { values, positionals } = benchWordsOf(words)
  const isOdd = (word: string): boolean => !/^p?[0-9]+$/i.test(word)
  const pairs = values.pairs ?? '1'
  if (positionals.some(isOdd) || !/^[1-9][0-9]*$/.test(pairs)) return refuseBench()
  if (values.pairs !== undefined) process.env['BENCH_PAIRS'] = pairs
  return positionals.map((word) => word.replace(/^p/i, ''))
}

function benchWordsOf(words: string[]) {
  try {
    return parseArgs({ args: words, options: { pairs: { type: 'string' } }, allowPositionals: true })
  } catch {
    return refuseBench()
  }
}

function refuseBench(): never {
  console.error('npm run bench -- [p1 p2 p3 p4 p5 p6 p8 p9 p11 p13 p14 p15 p16 p17 p22 p25 p26] [--pairs N]')
  process.exit(2)
}
