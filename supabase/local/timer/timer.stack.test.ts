import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import '../../../tests/support/stack-context.ts'
import { scratchDatabase } from '../migrations/scratch-database.ts'
import { doScheduledWork, makeCalls } from './timer.ts'

const log = (): void => {}
const BROWSER = 'https://push.example.org/of-the-timer'

describe('an empty database', () => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>
  let pool: pg.Pool
  beforeEach(async () => {
    scratch = await scratchDatabase(inject('stack').db)
    const url = new URL(inject('stack').db)
    url.pathname = `/${scratch.client.database}`
    pool = new pg.Pool({ connectionString: url.href, max: 2 })
  })
  afterEach(async () => {
    await pool.end()
    await scratch.drop()
  })

  test('without a timetable is left alone', async () => {
    await doScheduledWork(pool)
    await makeCalls(pool, () => Promise.reject(new Error('called')), [], log)
  })

  test('has its work done, each step of which is kept although the next fails', async () => {
    await scratch.client.query(`
      create schema private; create table done (step integer);
      create procedure private.do_scheduled_work() language plpgsql as $$ begin
        insert into public.done values (1); commit; insert into public.done values (2); raise exception 'tired'; end $$`)
    await expect(doScheduledWork(pool)).rejects.toThrow('tired')
    expect((await scratch.client.query('select * from done')).rows).toEqual([{ step: 1 }])
  })

  test('tells of work that fails, and its connection is as good as before', async () => {
    await scratch.client.query(`
      create schema private;
      create procedure private.do_scheduled_work() language plpgsql as $$ begin raise exception 'tired'; end $$`)
    await expect(doScheduledWork(pool)).rejects.toThrow('tired')
    const { rows } = await pool.query(
      `select current_user as name, current_setting('statement_timeout') as limited`,
    )
    expect(rows).toEqual([{ name: 'postgres', limited: '0' }])
  })
})

test('a stop ends work that is under way, also where it would go on after a step that is cancelled', async () => {
  const scratch = await scratchDatabase(inject('stack').db)
  const url = new URL(inject('stack').db)
  url.pathname = `/${scratch.client.database}`
  const pool = new pg.Pool({ connectionString: url.href, max: 2 })
  try {
    await scratch.client.query(`
      create schema private; create table begun (at timestamptz);
      create procedure private.do_scheduled_work() language plpgsql as $$ begin
        insert into public.begun values (now()); commit;
        for turn in 1..100 loop
          begin perform pg_sleep(600); exception when query_canceled then null; end;
        end loop;
      end $$`)
    const stopping = new AbortController()
    const working = doScheduledWork(pool, stopping.signal)
    await vi.waitFor(async () => expect((await scratch.client.query('select from begun')).rowCount).toBe(1))
    stopping.abort()
    await expect(working).rejects.toThrow()
  } finally {
    await pool.end()
    await scratch.drop()
  }
})

describe('the timetable of this project', () => {
  let pool: pg.Pool
  const timetable = async (): Promise<{ name: string; calls: string | null; failure: string | null }[]> =>
    (await pool.query('select name, calls, failure from private.scheduled_work order by name')).rows
  const everythingIsDue = (): Promise<unknown> =>
    pool.query(`update private.scheduled_work set last_run_at = '-infinity'`)
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: inject('stack').db, max: 1 })
  })
  afterAll(async () => {
    await pool.query('update public.videos set refreshed_at = now()')
    await pool.query('delete from public.push_subscriptions where endpoint = $1', [BROWSER])
    await pool.query(
      `update private.scheduled_work set last_run_at = now(), began_at = null, failed_at = null, failure = null`,
    )
    await pool.end()
  })

  test('is kept: everything of it that the database does', async () => {
    const inDatabase = (await timetable()).filter(({ calls }) => calls === null).map(({ name }) => name)
    const doneSince = async (moment: unknown): Promise<string[]> =>
      (
        await pool.query<{ name: string }>(
          'select name from private.scheduled_work where calls is null and last_run_at >= $1 order by name',
          [moment],
        )
      ).rows.map(({ name }) => name)
    const now = async (): Promise<unknown> =>
      (await pool.query('select clock_timestamp() as now')).rows[0]?.now
    await everythingIsDue()
    const first = await now()
    await doScheduledWork(pool)
    expect(await doneSince(first)).toEqual(inDatabase)
    const second = await now()
    await doScheduledWork(pool)
    expect(await doneSince(second)).toEqual([])
  })

  test('is kept: every function is called when there is something to do, and how it ended is noted', async () => {
    await pool.query(`update public.videos set refreshed_at = now() - interval '40 days'`)
    await pool.query(
      `with browser as (
        insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
        select user_id, $1, repeat('a', 87), repeat('a', 22) from public.notifications limit 1 returning id, user_id
      )
      insert into private.push_queue (notification_id, subscription_id)
      select notifications.id, browser.id from public.notifications join browser using (user_id) limit 1`,
      [BROWSER],
    )
    await everythingIsDue()
    const called: unknown[] = []
    const call = (due: unknown): Promise<void> => {
      called.push(due)
      return called.length === 1 ? Promise.reject(new Error('answered 503')) : Promise.resolve()
    }
    await makeCalls(pool, call, ['send_pushes'], log)
    expect(called).toEqual([
      { work: 'refresh_videos', functionName: 'import-videos', body: { refresh: true } },
    ])
    expect((await timetable()).filter(({ failure }) => failure !== null)).toEqual([
      { name: 'refresh_videos', calls: 'import-videos', failure: 'Error: answered 503' },
    ])
    await everythingIsDue()
    await makeCalls(pool, call, [], log)
    expect(called).toHaveLength(3)
    expect(called).toContainEqual({ work: 'send_pushes', functionName: 'send-push', body: {} })
    expect((await timetable()).filter(({ failure }) => failure !== null)).toEqual([])
  })
})
