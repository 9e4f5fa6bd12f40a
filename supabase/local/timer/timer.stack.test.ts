import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import '../../../tests/support/stack-context.ts'
import { scratchDatabase } from '../migrations/scratch-database.ts'
import { videosAreDue } from './refresh-timer.ts'
import { runScheduledWork } from './timer.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let pool: pg.Pool

beforeEach(async () => {
  scratch = await scratchDatabase(inject('stack').db)
  const url = new URL(inject('stack').db)
  url.pathname = `/${scratch.client.database}`
  pool = new pg.Pool({ connectionString: url.href, max: 1 })
})
afterEach(async () => {
  await pool.end()
  await scratch.drop()
})

test('a database without scheduled work is left alone', async () => {
  expect(await runScheduledWork(pool)).toBe(false)
})

test('the work is called as service_role and kept', async () => {
  await scratch.client.query(`
    create table done (by text); grant insert on done to service_role;
    create function run_scheduled_work() returns void language sql as $$ insert into done values (current_user) $$`)
  expect(await runScheduledWork(pool)).toBe(true)
  expect((await scratch.client.query('select * from done')).rows).toEqual([{ by: 'service_role' }])
})

test('work that fails is told, and the connection is as good as before', async () => {
  await scratch.client.query(`
    create function run_scheduled_work() returns void language plpgsql as $$ begin raise exception 'tired'; end $$`)
  await expect(runScheduledWork(pool)).rejects.toThrow('tired')
  const { rows } = await pool.query('select current_user as name')
  expect(rows).toEqual([{ name: 'postgres' }])
})

test('what is scheduled in this project runs', async () => {
  const own = new pg.Pool({ connectionString: inject('stack').db, max: 1 })
  expect(await runScheduledWork(own)).toBe(true)
  await own.end()
})

test('videos are asked about again where some are due, and where there is such a thing', async () => {
  expect(await videosAreDue(pool)).toBe(false)
  const answer = (ids: string) =>
    scratch.client.query(
      `create or replace function videos_to_refresh() returns text[] language sql as $$ select '${ids}'::text[] $$`,
    )
  await answer('{}')
  expect(await videosAreDue(pool)).toBe(false)
  await answer('{aB3_-xY9z01}')
  expect(await videosAreDue(pool)).toBe(true)
})
