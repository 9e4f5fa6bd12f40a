/**
 * `npm run test:database`: runs the pgTAP stories of supabase/tests, each in a connection of its own, and prints their TAP. `-- NAME…` runs only
 * files whose name contains one of the names. DATABASE_URL names a migrated database to run on; without it an embedded stack is made for the run.
 * `supabase test db` runs the same files.
 */
import { join } from 'node:path'
import pg from 'pg'
import { statementsOf } from '../supabase/local/migrations/statements.ts'
import { onOwnStack } from './own-stack.ts'
import { readStory, STORIES, storyFiles, Tap } from './stories/story.ts'

type Told = { passed: number; problems: string[] }

async function runStory(databaseUrl: string, path: string): Promise<Told> {
  const client = new pg.Client({ connectionString: databaseUrl })
  const tap = new Tap()
  const problems: string[] = []
  await client.connect()
  try {
    for (const statement of statementsOf(await readStory(path))) {
      const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
      for (const line of tap.read(rows)) console.log(line)
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await client.end()
  }
  return { passed: tap.passed, problems: [...problems, ...tap.problems()] }
}

async function runStories(databaseUrl: string): Promise<boolean> {
  const names = process.argv.slice(2)
  const files = (await storyFiles()).filter(
    (file) => names.length === 0 || names.some((name) => file.includes(name)),
  )
  let passed = 0
  const broken: string[] = []
  for (const file of files) {
    console.log(`# ${file}`)
    const story = await runStory(databaseUrl, join(STORIES, file))
    passed += story.passed
    for (const problem of story.problems) console.log(`# ${file}: ${problem}`)
    if (story.problems.length > 0) broken.push(file)
  }
  console.log(
    `# ${files.length} files, ${passed} ok${broken.length > 0 ? `, failed: ${broken.join(', ')}` : ''}`,
  )
  return files.length > 0 && broken.length === 0
}

const databaseUrl = process.env['DATABASE_URL']
const succeeded = databaseUrl === undefined ? await onOwnStack(runStories) : await runStories(databaseUrl)
process.exitCode = succeeded ? 0 : 1
