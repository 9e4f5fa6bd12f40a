import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** The moments of a first start, as seen from outside. */
export const MOMENTS: [string, (at: string) => boolean | Promise<boolean>][] = [
  ['its keys are written', (at) => existsSync(join(at, 'keys.json'))],
  ['initdb begins', (at) => existsSync(join(at, 'postgres.initializing'))],
  ['initdb writes', hasBase],
  ['initdb is done', (at) => existsSync(join(at, 'postgres'))],
  ['PostgreSQL comes up', (at) => existsSync(join(at, 'postgres', 'postmaster.pid'))],
  ['it migrates and seeds', hasMigration],
]

async function hasBase(at: string): Promise<boolean> {
  const workplace = join(at, 'postgres.initializing')
  const folders = await readdir(workplace).catch(() => [])
  return folders.some((folder) => existsSync(join(workplace, folder, 'base', '1')))
}

async function hasMigration(at: string): Promise<boolean> {
  try {
    const { databasePassword: password } = JSON.parse(await readFile(join(at, 'keys.json'), 'utf8'))
    const port = Number((await readFile(join(at, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3])
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password,
      database: 'postgres',
    })
    client.on('error', () => {})
    await client.connect()
    const { rowCount } = await client.query('select from supabase_migrations.schema_migrations')
    await client.end()
    return rowCount !== null && rowCount > 0
  } catch {
    return false
  }
}
