/**
 * `npm run database:types`: writes supabase/types/database.ts from the live catalogue. DATABASE_URL names a migrated database; without it an
 * embedded stack is made for the run.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startStack } from '../supabase/local/stack.ts'
import { readCatalogue } from './database-types/catalogue.ts'
import { renderDatabaseTypes } from './database-types/render.ts'

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

async function onOwnStack(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-types-'))
  const stack = await startStack({ dataDir, apiPort: 0, webPort: 0, serveWeb: false, seed: false })
  try {
    await work(stack.addresses.db)
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const databaseUrl = process.env['DATABASE_URL']
await (databaseUrl === undefined ? onOwnStack(writeTypes) : writeTypes(databaseUrl))
