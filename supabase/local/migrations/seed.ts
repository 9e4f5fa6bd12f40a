import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { inTransaction, runFile } from './migrate.ts'

/** As the Supabase CLI makes it. */
const HISTORY = `
  create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`

/** Runs the seed files on a database that has none yet: all of them and their records, or nothing. Returns how many ran. */
export async function seed(
  client: ClientBase,
  supabaseFolder: string,
  patterns: readonly string[],
): Promise<number> {
  await client.query(HISTORY)
  const { rowCount } = await client.query('select from supabase_migrations.seed_files limit 1')
  if (rowCount !== 0) return 0
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: supabaseFolder }).toSorted())
  await inTransaction(client, async () => {
    for (const file of files) {
      const sql = await readFile(join(supabaseFolder, file), 'utf8')
      await runFile(client, `supabase/${file.replace(/^\.\//, '')}`, sql)
      await client.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [
        join('supabase', file),
        createHash('sha256').update(sql).digest('hex'),
      ])
    }
  })
  return files.length
}
