import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import '../../../tests/support/stack-context.ts'
import { StackRefusal } from '../refusal.ts'
import { migrate } from './migrate.ts'
import { scratchDatabase } from './scratch-database.ts'
import { seed } from './seed.ts'

let folder: string
let client: Client
let drop: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-migrations-'))
  const scratch = await scratchDatabase(inject('stack').db)
  client = scratch.client
  drop = () => scratch.drop()
})
afterEach(async () => {
  await drop()
  await rm(folder, { recursive: true })
})

const write = (file: string, sql: string): Promise<void> => writeFile(join(folder, file), sql)
const tables = async (): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('applies what is new, in order, once, and records it as the Supabase CLI does', async () => {
  await write('20250102000000_second.sql', 'alter table one add column b int; create table two ();')
  await write('20250101000000_first.sql', 'create table one (a int);')
  await write('README.md', 'not SQL')
  expect(await migrate(client, folder)).toEqual(['20250101000000_first.sql', '20250102000000_second.sql'])
  expect(await migrate(client, folder)).toEqual([])
  await write('20250103000000_third.sql', 'create table three ();')
  expect(await migrate(client, folder)).toEqual(['20250103000000_third.sql'])
  expect(await tables()).toEqual(['one', 'three', 'two'])
  const { rows } = await client.query('select * from supabase_migrations.schema_migrations order by version')
  expect(rows[1]).toEqual({
    version: '20250102000000',
    name: 'second',
    statements: ['alter table one add column b int', 'create table two ()'],
  })
})

test('a failing migration leaves nothing of itself and is told with file, line and SQLSTATE', async () => {
  await write('1_good.sql', 'create table good ();')
  await write('2_bad.sql', 'create table half ();\n\nselect nothing_of_that_name;\n')
  const migrating = migrate(client, folder)
  await expect(migrating).rejects.toThrow(StackRefusal)
  await expect(migrating).rejects.toThrow(
    /^supabase\/migrations\/2_bad\.sql:3 fails: .*SQLSTATE 42703[^\n]*$/,
  )
  expect(await tables()).toEqual(['good'])
  await write('2_bad.sql', 'create table whole ();')
  expect(await migrate(client, folder)).toEqual(['2_bad.sql'])
})

test('an edited migration is refused by name; a comment of its own counts as an edit', async () => {
  await write('1_one.sql', 'create table one ();')
  await migrate(client, folder)
  await write('1_one.sql', '-- why\ncreate table one ();')
  await expect(migrate(client, folder)).rejects.toThrow(/^Migration 1_one\.sql was edited/)
})

test('a migration that is gone, renumbered to the past or double is refused by name', async () => {
  await write('2_two.sql', 'create table two ();')
  await migrate(client, folder)
  await write('1_one.sql', 'create table one ();')
  await expect(migrate(client, folder)).rejects.toThrow(/^Migration 1_one\.sql is older/)
  await rename(join(folder, '2_two.sql'), join(folder, '3_two.sql'))
  await rm(join(folder, '1_one.sql'))
  await expect(migrate(client, folder)).rejects.toThrow(/^Migration 2 .*gone/)
  await write('3_three.sql', '')
  await expect(migrate(client, folder)).rejects.toThrow(/same version/)
})

test('what a migration sets for itself does not reach the next', async () => {
  await write('1_one.sql', 'set search_path = pg_catalog; create schema other;')
  await write('2_two.sql', 'create table two ();')
  await migrate(client, folder)
  expect(await tables()).toEqual(['two'])
})

test('seeds run once, together, with their records', async () => {
  await migrate(client, folder)
  await mkdir(join(folder, 'seed'))
  await write('seed.sql', 'create table seeded (n int); insert into seeded values (1);')
  await write('seed/b.sql', 'insert into seeded values (3);')
  await write('seed/a.sql', 'insert into seeded values (2);')
  expect(await seed(client, folder, ['./seed.sql', './seed/*.sql'])).toBe(3)
  expect(await seed(client, folder, ['./seed.sql', './seed/*.sql'])).toBe(0)
  const { rows } = await client.query('select n from seeded order by n')
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  const records = await client.query('select path from supabase_migrations.seed_files order by path')
  expect(records.rows.map(({ path }) => path)).toEqual([
    'supabase/seed.sql',
    'supabase/seed/a.sql',
    'supabase/seed/b.sql',
  ])
})

test('a seed that fails leaves nothing and runs again', async () => {
  await migrate(client, folder)
  await write('a.sql', 'create table seeded ();')
  await write('b.sql', 'select broken')
  await expect(seed(client, folder, ['*.sql'])).rejects.toThrow(/^supabase\/b\.sql:1 fails/)
  expect(await tables()).toEqual([])
  await write('b.sql', 'select 1')
  expect(await seed(client, folder, ['*.sql'])).toBe(2)
})
