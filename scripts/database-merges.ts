/**
 * `npm run database:merges`: writes the SQL that merges what devices push, from the data by which they merge it
 * (sync/schema/register-tables.ts).
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REGISTER_TABLES } from '../sync/schema/register-tables.ts'
import { renderMerges } from './database-merges/render.ts'

const FILE = join(import.meta.dirname, '..', 'supabase', 'migrations', '20261121000550_merges.sql')

await writeFile(FILE, renderMerges(REGISTER_TABLES))
