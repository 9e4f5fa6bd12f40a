/**
 * `npm run database:types`: writes supabase/types/database.ts from the live catalogue. DATABASE_URL names a migrated database; without it an
 * embedded stack is made for the run.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readCatalogue } from './database-types/catalogue.ts'
import { renderDatabaseTypes } from './database-types/render.ts'
import { onOwnStack } from './own-stack.ts'

const FILE = join(import.meta.dirname, '..', 'supabase', 'types', 'database.ts')

async function writeTypes(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await writeFile(FILE, renderDatabaseTypes(await readCatalogue(client)))
  } finally {
    await client.end()
  }
}

const databaseUrl = process.env['DATABASE_URL']
await (databaseUrl === undefined ? onOwnStack(writeTypes) : writeTypes(databaseUrl))
