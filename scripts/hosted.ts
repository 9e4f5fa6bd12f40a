/** Part of `npm run check`: does `supabase/` use only what hosted Supabase has? Findings are told, and the exit code is 1. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { configFindings } from './hosted/config.ts'
import { functionFindings } from './hosted/functions.ts'
import { sqlFindings } from './hosted/sql.ts'

const ROOT = resolve(import.meta.dirname, '..')
const functions = globSync('supabase/functions/*/index.ts', { cwd: ROOT }).map((file) =>
  basename(dirname(file)),
)
const migrations = globSync('supabase/migrations/*.sql', { cwd: ROOT }).toSorted()

const findings = [
  ...migrations.flatMap((file) => sqlFindings(file, readFileSync(join(ROOT, file), 'utf8'))),
  ...configFindings(readFileSync(join(ROOT, 'supabase/config.toml'), 'utf8'), functions),
  ...functionFindings(ROOT, functions),
]
for (const { file, wrong } of findings) console.error(`${file}: ${wrong}`)
if (findings.length > 0) process.exitCode = 1
