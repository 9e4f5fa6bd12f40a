import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REGISTER_TABLES } from '../sync/schema/register-tables.ts'
import { renderMerges } from './database-merges/render.ts'

test('the server merges what devices push by the registers by which they merge it', async () => {
  const migrations = join(import.meta.dirname, '..', 'supabase', 'migrations')
  const written = await readFile(join(migrations, '20261121000550_merges.sql'), 'utf8')
  expect(written, 'npm run database:merges was not run').toBe(renderMerges(REGISTER_TABLES))
})
