/**
 * `npm run deploy:try`: tries docs/deploy.md with the real Supabase CLI, which npm fetches. The CLI must know
 * every command and flag of the guide, and pushes the migrations to an empty database with the roles and
 * default privileges of a hosted project; what protects each table there must be what supabase/types says.
 */
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { cliCommands, unknownFlags } from './deploy/guide-commands.ts'
import { supabaseCli, type Cli } from './deploy/supabase-cli.ts'
import { withBareDatabase } from './deploy/bare-database.ts'
import { readProtections } from './protections/read.ts'

const ROOT = resolve(import.meta.dirname, '..')
const workdir = await mkdtemp(join(tmpdir(), 'mirutomo-deploy-'))
const problems: string[] = []
try {
  await mkdir(join(workdir, 'supabase'))
  for (const name of ['config.toml', 'migrations'])
    await cp(join(ROOT, 'supabase', name), join(workdir, 'supabase', name), { recursive: true })
  const cli = supabaseCli(workdir)
  console.log(`Supabase CLI ${(await cli(['--version'])).trim()}`)
  await tryFlags(cli)
  await withBareDatabase(join(workdir, 'database'), (url) => tryPush(cli, url))
} finally {
  await rm(workdir, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

async function tryFlags(cli: Cli): Promise<void> {
  for (const command of cliCommands(await readFile(join(ROOT, 'docs/deploy.md'), 'utf8'))) {
    const unknown = unknownFlags(command, await cli([...command.name, '--help']))
    console.log(`supabase ${command.name.join(' ')} ${command.flags.join(' ')}`)
    for (const flag of unknown) problems.push(`the CLI knows no ${command.name.join(' ')} ${flag}`)
  }
}

async function tryPush(cli: Cli, url: string): Promise<void> {
  const target = `--remote=${url}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const planned = await cli(['db', 'push', target, '--dry-run'])
    await cli(['db', 'push', target, '--yes'])
    const { rows } = await client.query<{ version: string; name: string }>(
      'select version, name from supabase_migrations.schema_migrations order by version',
    )
    const listed = await cli(['migration', 'list', target])
    for (const { version, name } of rows) {
      if (!planned.includes(`${version}_${name}.sql`)) problems.push(`--dry-run does not name ${version}`)
      if (!listed.includes(`\`${version}\` | \`${version}\``))
        problems.push(`migration list does not name ${version} here and there`)
    }
    console.log(`pushed ${rows.length} migrations`)
    const kept = await readFile(join(ROOT, 'supabase/types/protections.txt'), 'utf8')
    if ((await readProtections(client)) !== kept) problems.push('what was pushed is protected otherwise')
    const types = await cli(['gen', 'types', '--lang', 'typescript', '--schema', 'public', target])
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    )
    for (const { name } of tables.rows)
      if (!types.includes(`"${name}": {`)) problems.push(`gen types does not name ${name}`)
    console.log(`generated types of ${tables.rows.length} tables and views`)
  } finally {
    await client.end()
  }
}
