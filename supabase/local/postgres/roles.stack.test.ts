import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../../tests/support/stack-context.ts'
import { scratchDatabase } from '../migrations/scratch-database.ts'

let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client(inject('stack').db)
  await owner.connect()
})
afterAll(() => owner.end())

const row = async (sql: string, values: unknown[] = []): Promise<unknown> =>
  (await owner.query(sql, values)).rows[0]

test('it is PostgreSQL 17 with fsync, UTC and the character rules of C.UTF-8', async () => {
  expect(await row(`select current_setting('server_version_num')::int / 10000 as version`)).toEqual({
    version: 17,
  })
  expect(
    await row(`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`),
  ).toEqual({
    fsync: 'on',
    commit: 'on',
  })
  expect(await row('show timezone')).toEqual({ TimeZone: 'UTC' })
  expect(await row(`select 'ミルトモ' ~ '^\\w+$' as letters, upper('é') as upper`)).toEqual({
    letters: true,
    upper: 'É',
  })
})

test.each([
  [
    'postgres',
    {
      rolsuper: false,
      rolcanlogin: true,
      rolcreaterole: true,
      rolcreatedb: true,
      rolreplication: true,
      rolbypassrls: true,
    },
  ],
  ['anon', { rolsuper: false, rolcanlogin: false, rolinherit: false, rolbypassrls: false }],
  ['authenticated', { rolsuper: false, rolcanlogin: false, rolinherit: false, rolbypassrls: false }],
  ['service_role', { rolsuper: false, rolcanlogin: false, rolinherit: false, rolbypassrls: true }],
  ['authenticator', { rolsuper: false, rolcanlogin: true, rolinherit: false, rolbypassrls: false }],
])('%s is as on a hosted project', async (name, expected) => {
  expect(await row('select * from pg_roles where rolname = $1', [name])).toMatchObject(expected)
})

test('migrations run as postgres, who owns the database and what they make', async () => {
  expect(await row('select current_user as name')).toEqual({ name: 'postgres' })
  expect(
    await row(`select pg_get_userbyid(datdba) as name from pg_database where datname = 'postgres'`),
  ).toEqual({
    name: 'postgres',
  })
})

test('what a superuser makes in public is open to the API roles by default; migrations may tighten it for what they make', async () => {
  const { rows } = await owner.query<{ kind: string; grantee: string }>(
    `select distinct defaclobjtype as kind, pg_get_userbyid(grantee) as grantee
     from pg_default_acl, aclexplode(defaclacl)
     where defaclrole = 'supabase_admin'::regrole and defaclnamespace = 'public'::regnamespace`,
  )
  for (const kind of ['r', 'f', 'S']) {
    for (const grantee of ['postgres', 'anon', 'authenticated', 'service_role']) {
      expect(rows).toContainEqual({ kind, grantee })
    }
  }
})

test('postgres may act as each API role', async () => {
  for (const role of ['anon', 'authenticated', 'service_role', 'authenticator']) {
    await owner.query('begin')
    await owner.query(`set local role ${role}`)
    expect(await row('select current_user as name')).toEqual({ name: role })
    await owner.query('rollback')
  }
})

test('pgcrypto and uuid-ossp are in the schema extensions; pg_trgm and pgTAP can be had', async () => {
  expect(
    await row(`select extensions.crypt('x', extensions.gen_salt('bf', 4)) is not null as crypt`),
  ).toEqual({ crypt: true })
  expect(await row('select extensions.uuid_generate_v4() is not null as uuid')).toEqual({ uuid: true })
  const { client, drop } = await scratchDatabase(inject('stack').db)
  try {
    await client.query('create extension pg_trgm; create extension pgtap; select plan(1)')
    const { rows } = await client.query(
      `select similarity('ミルトモ', 'ミルトモ') as same, ok(true, 'works') as tap`,
    )
    expect(rows[0]).toEqual({ same: 1, tap: 'ok 1 - works' })
  } finally {
    await drop()
  }
})

test('a trigger on auth.users and a reference to it may be made by a migration', async () => {
  await owner.query('begin')
  try {
    await owner.query(`
      create function public.probe_trigger() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger probe after insert on auth.users for each row execute function public.probe_trigger();
      create table public.probe (id uuid primary key references auth.users on delete cascade)`)
  } finally {
    await owner.query('rollback')
  }
})

test('a policy on realtime.messages may be made by a migration', async () => {
  await owner.query('begin')
  try {
    await owner.query('create policy probe on realtime.messages for select to authenticated using (true)')
  } finally {
    await owner.query('rollback')
  }
})

test('the password is asked for', async () => {
  const stranger = new URL(inject('stack').db)
  stranger.password = 'wrong'
  const client = new pg.Client(stranger.href)
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' })
})
