import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { SCHEMAS } from './format.ts'

export type Column = { name: string; quoted: string; type: string }
/** A table by its quoted name with its schema; generated columns are left out. */
export type Table = { name: string; columns: Column[] }

/** The tables whose rows are kept, by name. */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name, (
       select coalesce(jsonb_agg(jsonb_build_object(
         'name', attname, 'quoted', quote_ident(attname), 'type', format_type(atttypid, atttypmod)
       ) order by attnum), '[]')
       from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     ) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = any ($1) and relkind = 'r' order by name`,
    [[...SCHEMAS]],
  )
  return rows
}

/** The sequences of those schemas by their quoted names, each with its last number; null: none was taken yet. */
export async function sequencesOf(client: ClientBase): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = any ($1) order by name`,
    [[...SCHEMAS]],
  )
  return rows
}

export async function migrationsOf(client: ClientBase): Promise<{ version: string; hash: string }[]> {
  const { rows } = await client.query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  )
  return rows.map(({ version, statements }) => ({
    version,
    hash: createHash('sha256').update(JSON.stringify(statements)).digest('hex'),
  }))
}
