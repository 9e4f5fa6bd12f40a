/** `npm run check`: format, lint, types of every world, import rules, unused code. All run, all findings are shown, exit code 1 if any fails. */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const CODE = ['src', 'sync', 'sw', 'supabase', 'tests', 'scripts', 'vite.config.ts', 'vitest.config.ts']
/** Those of the product and those that try the embedded stack; Deno knows its own types. */
const FUNCTIONS = globSync(['supabase/functions/*/index.ts', 'supabase/local/functions/fixtures/*/index.ts'])
const OFFLINE_DENO = [
  '--quiet',
  '--node-modules-dir=manual',
  '--cached-only',
  '--no-remote',
  '--no-lock',
  '--config=supabase/functions/deno.json',
]
const CHECKS: { name: string; command: string[] }[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types: all with tests', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types: page', command: ['tsc', '-p', 'src'] },
  { name: 'types: domain', command: ['tsc', '-p', 'src/domain'] },
  { name: 'types: sync', command: ['tsc', '-p', 'sync'] },
  { name: 'types: worker', command: ['tsc', '-p', 'sw'] },
  { name: 'types: functions', command: ['deno', 'check', ...OFFLINE_DENO, ...FUNCTIONS] },
  {
    name: 'import rules',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'sync', 'sw', 'supabase/functions'],
  },
  { name: 'hosted Supabase', command: ['node', 'scripts/hosted.ts'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'format', command: ['oxfmt', '--check', ...CODE] },
]

type Outcome = { name: string; passed: boolean; output: string }

function run({ name, command: [file = '', ...args] }: (typeof CHECKS)[number]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: process.env, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => resolve({ name, passed: false, output: error.message }))
    child.on('close', (code) =>
      resolve({ name, passed: code === 0, output: Buffer.concat(chunks).toString() }),
    )
  })
}

const waiting = [...CHECKS]
const outcomes: Outcome[] = []
async function worker(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const outcome = await run(check)
    outcomes.push(outcome)
    console.log(`${outcome.passed ? 'ok  ' : 'FAIL'} ${outcome.name}`)
    if (!outcome.passed) console.log(outcome.output)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker))
if (outcomes.some((outcome) => !outcome.passed)) process.exitCode = 1
