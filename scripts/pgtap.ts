/**
 * `npm run test:database`: runs the pgTAP stories of supabase/tests, each in a connection of its own, and prints their TAP. `-- NAME…` runs only
 * files whose name contains one of the names. DATABASE_URL names a migrated database to run on; without it an embedded stack is made for the run.
 * `supabase test db` runs the same files.
 */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { statementsOf } from '../supabase/local/migrations/statements.ts'
import { startStack } from '../supabase/local/stack.ts'

const FOLDER = join(import.meta.dirname, '..', 'supabase', 'tests')

type Story = { passed: number; problems: string[] }

/** psql's `\ir FILE` takes a file in, relative to the one that names it. */
async function readStory(path: string): Promise<string> {
  const lines: string[] = []
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const included = /^\\ir\s+(\S+)\s*$/.exec(line)?.[1]
    lines.push(included === undefined ? line : await readStory(join(dirname(path), included)))
  }
  return lines.join('\n')
}

async function runStory(databaseUrl: string, path: string): Promise<Story> {
  const client = new pg.Client({ connectionString: databaseUrl })
  const problems: string[] = []
  let planned: number | undefined
  let passed = 0
  let failed = 0
  await client.connect()
  try {
    for (const statement of statementsOf(await readStory(path))) {
      const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
      for (const line of rows
        .flat()
        .flatMap((value) => (typeof value === 'string' ? value.split('\n') : []))) {
        const plan = /^1\.\.(\d+)/.exec(line)?.[1]
        if (plan !== undefined) planned = Number(plan)
        if (/^ok \d+/.test(line)) passed += 1
        if (/^not ok \d+/.test(line)) failed += 1
        if (/^(ok|not ok|1\.\.|\s*#)/.test(line)) console.log(line)
      }
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await client.end()
  }
  if (failed > 0) problems.push(`${failed} not ok`)
  if (planned === undefined) problems.push('no plan')
  else if (planned !== passed + failed) problems.push(`planned ${planned}, ran ${passed + failed}`)
  return { passed, problems }
}

async function runStories(databaseUrl: string): Promise<boolean> {
  const names = process.argv.slice(2)
  const files = (await readdir(FOLDER))
    .filter(
      (file) =>
        file.endsWith('.test.sql') && (names.length === 0 || names.some((name) => file.includes(name))),
    )
    .toSorted()
  let passed = 0
  const broken: string[] = []
  for (const file of files) {
    console.log(`# ${file}`)
    const story = await runStory(databaseUrl, join(FOLDER, file))
    passed += story.passed
    for (const problem of story.problems) console.log(`# ${file}: ${problem}`)
    if (story.problems.length > 0) broken.push(file)
  }
  console.log(
    `# ${files.length} files, ${passed} ok${broken.length > 0 ? `, failed: ${broken.join(', ')}` : ''}`,
  )
  return files.length > 0 && broken.length === 0
}

async function onOwnStack(work: (databaseUrl: string) => Promise<boolean>): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-pgtap-'))
  const stack = await startStack({ dataDir, apiPort: 0, webPort: 0, serveWeb: false, seed: false })
  try {
    return await work(stack.addresses.db)
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const databaseUrl = process.env['DATABASE_URL']
const succeeded = databaseUrl === undefined ? await onOwnStack(runStories) : await runStories(databaseUrl)
process.exitCode = succeeded ? 0 : 1
