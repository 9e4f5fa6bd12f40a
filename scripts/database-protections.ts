/**
 * `npm run database:protections`: writes supabase/types/protections.txt, what protects each table and function, from the live catalogue. DATABASE_URL
 * names a migrated database; without it an embedded stack is made for the run.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { onOwnStack } from './own-stack.ts'
import { readProtections } from './protections/read.ts'

const FILE = join(import.meta.dirname, '..', 'supabase', 'types', 'protections.txt')

async function writeProtections(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await writeFile(FILE, await readProtections(client))
  } finally {
    await client.end()
  }
}

const databaseUrl = process.env['DATABASE_URL']
await (databaseUrl === undefined ? onOwnStack(writeProtections) : writeProtections(databaseUrl))
