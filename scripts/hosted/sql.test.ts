import { expect, test } from 'vitest'
import { sqlFindings } from './sql.ts'

const wrongs = (sql: string): string[] => sqlFindings('m.sql', sql).map(({ wrong }) => wrong)

test.each([
  ['create extension if not exists timescaledb', /timescaledb/],
  ['create extension "plpython3u"', /plpython3u/],
  ["alter system set wal_level = 'logical'", /alter system/],
  ["copy t from program 'date'", /program/],
  ["copy (select 1) to '/tmp/x'", /file of the server/],
  ['create event trigger e on ddl_command_end execute function f()', /event triggers/],
  ["create tablespace fast location '/x'", /tablespace/],
  ["create subscription s connection 'x' publication p", /subscription/],
  ["create function f() returns int language c as 'x'", /language c/],
  ['create function f() returns int as $$ 1 $$ language plpython3u', /plpython3u/],
  ['create role boss superuser', /that right/],
  ['alter role supabase_admin set work_mem = 1', /supabase_admin/],
  ["set local role 'supabase_auth_admin'", /not ours/],
  ["select pg_read_file('/etc/passwd')", /pg_read_file/],
  ['create schema if not exists storage', /schema storage/],
  ['create table auth.notes (id int)', /auth\.notes/],
  ['create or replace function "storage" . protect() returns int language sql return 1', /storage\.protect/],
  ['create materialized view extensions.sums as select 1', /extensions\.sums/],
  ['alter table storage.objects enable row level security', /storage\.objects/],
  ['drop function if exists realtime.send()', /realtime\.send/],
  ['truncate auth.users', /auth\.users/],
  ['create index on auth.users (email)', /auth\.users/],
  ['create policy "x y" on auth.users for select using (true)', /auth\.users/],
  ['create trigger t after insert on storage.objects for each row execute function f()', /storage\.objects/],
  ["delete from storage.objects where name = 'x'", /storage\.objects/],
  ["do $$ begin execute 'alter system reset all'; end $$", /alter system/],
])('%s is found', (sql, wrong) => {
  expect(wrongs(`select 1; ${sql};`)).toEqual([expect.stringMatching(wrong)])
})

test.each([
  'create extension if not exists btree_gist with schema extensions',
  'create trigger t after insert on auth.users for each row execute function private.f()',
  'create policy "x" on storage.objects for select using (true)',
  'create policy "x" on realtime.messages for select using (true)',
  'create table public.a (id uuid references auth.users (id))',
  'create table public.auth (id int); alter table public.auth add column storage text',
  "alter role authenticator set pgrst.db_pre_request = 'private.f'",
  "insert into storage.buckets (id, name) values ('a', 'a')",
  '-- alter system is not used here',
  'create function public.f() returns int language plpgsql as $$ begin return 1; end $$',
])('%s is let be', (sql) => {
  expect(wrongs(sql)).toEqual([])
})
