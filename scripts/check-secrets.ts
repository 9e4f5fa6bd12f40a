/**
 * Fails the build when a secret or a source map stands in what browsers are given. Runs last, over every
 * file of `dist`; `node scripts/check-secrets.ts FOLDER` looks elsewhere.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { secretsIn } from './secrets/secrets-in.ts'

/** Where settings are kept beside the environment: those of the build, and those that the Supabase CLI sends up. */
const FILES = [
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
  'supabase/.env',
  'supabase/functions/.env',
]

const folder = process.argv[2] ?? 'dist'
const kept = FILES.filter((file) => existsSync(file)).map((file) => parseEnv(readFileSync(file, 'utf8')))
const environment: Record<string, string | undefined> = Object.assign({}, ...kept, process.env)

const files = globSync(`${folder}/**`).filter((file) => statSync(file).isFile())
const found = files.flatMap((file) => [
  ...secretsIn(readFileSync(file, 'utf8'), environment).map((secret) => `${file}: ${secret}`),
  ...(file.endsWith('.map') ? [`${file}: a source map`] : []),
])
for (const finding of found) console.error(finding)
if (found.length > 0 || files.length === 0) {
  console.error(
    files.length === 0
      ? `nothing to look through in ${folder}`
      : 'Browsers would be given this; the build is refused.',
  )
  process.exitCode = 1
} else console.log(`secrets: none in ${files.length} files`)
