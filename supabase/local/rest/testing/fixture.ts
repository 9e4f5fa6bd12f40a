import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { inject } from 'vitest'

const stack = inject('stack')

/** Tables of a test file's own in the shared database. */
export type Fixture = {
  /** The owner's connection, which no policy holds back. */
  readonly db: pg.Client
  /** The name of a table or function of `fixture.sql`, under this file's prefix. */
  name(own: string): string
  /** Announces a change of the schema, and waits until the API has seen it. */
  announce(): Promise<void>
  drop(): Promise<void>
}

export async function createFixture(file: string): Promise<Fixture> {
  const prefix = `rest_fixture_${file}`
  const db = new pg.Client(stack.db)
  await db.connect()
  const fixture: Fixture = {
    db,
    name: (own) => `${prefix}_${own}`,
    announce: () => announce(db, prefix),
    async drop() {
      await db.query(dropAll(prefix))
      await db.query('notify pgrst')
      await db.end()
    },
  }
  const script = await readFile(join(import.meta.dirname, 'fixture.sql'), 'utf8')
  await db.query(dropAll(prefix))
  await db.query(script.replaceAll(/\bfx(?=[_ ])/g, prefix))
  await fixture.announce()
  return fixture
}

/** A function with a name never seen before stands for the new schema: once it can be called, all of it can be used. */
async function announce(db: pg.Client, prefix: string): Promise<void> {
  const marker = `${prefix}_seen_${crypto.randomUUID().replaceAll('-', '')}`
  await db.query(
    `create function public.${marker}() returns integer language sql immutable set search_path = '' as 'select 1';
     grant execute on function public.${marker}() to service_role`,
  )
  await db.query('notify pgrst')
  const client = createClient(stack.api, stack.serviceKey)
  while ((await client.rpc(marker)).data !== 1) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Tables and views go first, and take with them whatever is made of their rows. */
function dropAll(prefix: string): string {
  return `
    do $$
    declare
      one record;
    begin
      for one in select c.relname as name, case c.relkind when 'v' then 'view' else 'table' end as kind from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
          and (starts_with(c.relname, '${prefix}_') or starts_with(c.relname, '${prefix} '))
      loop execute format('drop %s if exists public.%I cascade', one.kind, one.name); end loop;
      for one in select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and starts_with(p.proname, '${prefix}_')
      loop execute format('drop function %s', one.name); end loop;
      for one in select t.oid::regtype as name from pg_type t
        where t.typnamespace = 'public'::regnamespace and t.typtype = 'e' and starts_with(t.typname, '${prefix}_')
      loop execute format('drop type %s', one.name); end loop;
    end
    $$`
}
