import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStack, type Stack } from '../supabase/local/stack.ts'

let dataDir = ''
let stack: Stack
let database: pg.Pool
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-scale-'))
  stack = await startStack({ dataDir, apiPort: 0, webPort: 0, seed: false, serveWeb: false, log: () => {} })
  database = new pg.Pool({ connectionString: stack.addresses.db, max: 1 })
})
afterAll(async () => {
  await database.end()
  await stack.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs the command without --url: it finds the stack by its data folder. */
function seedScale(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/seed-scale.ts', ...args],
      { cwd: join(import.meta.dirname, '..'), env: { ...process.env, DATA_DIR: dataDir } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

async function contents(): Promise<unknown> {
  const { rows } = await database.query(`
    select
      (select count(*)::int from public.videos) as videos,
      (select count(*)::int from public.profiles) as people,
      (select count(*)::int from public.video_ratings) as ratings,
      (select sum(rating_count)::int from public.videos) as counted,
      (select count(*)::int from public.messages) as messages,
      (select sum(user1_unread_count + user2_unread_count)::int from public.conversations) as unread,
      (select count(*)::int from public.notifications) as notifications,
      (select count(*)::int from pg_trigger where tgenabled = 'D') as triggers_off,
      (select md5(string_agg(id || overall || comment || extract(epoch from created_at), ',' order by id)) from public.video_ratings) as ratings_print,
      (select md5(string_agg(youtube_id || title || extract(epoch from published_at), ',' order by id)) from public.videos) as videos_print`)
  return rows[0]
}

const NUMBERS = [
  '--videos',
  '400',
  '--ratings',
  '3000',
  '--people',
  '20',
  '--messages',
  '500',
  '--notifications',
  '300',
]

// The prints hold the rows to be the same in every database; a change of the generator changes them.
test('makes as many rows as asked, counted by the triggers, and the same ones again', async () => {
  const first = await seedScale(...NUMBERS)
  expect(first.code).toBe(0)
  expect(first.out).toContain('評価 3,000 / 3,000')
  const made = await contents()
  expect(made).toMatchObject({
    videos: 400,
    people: 20,
    ratings: 3000,
    counted: 3000,
    messages: 500,
    unread: 500,
    notifications: 300,
    triggers_off: 0,
    ratings_print: '2dc8e2eba87fe102adbd8b5354aa8e2c',
    videos_print: 'f42078313588e6e5811fede7dd13bd25',
  })
  expect((await seedScale(...NUMBERS)).code).toBe(0)
  expect(await contents()).toEqual(made)
})

test.each([
  [[]],
  [['--videos', 'many']],
  [['--videos', '100', '--ratings', '1000', '--people', '1']],
  [['--videos', '10', '--ratings', '10']],
  [['--people', '2', '--messages', '10']],
])('does nothing when asked for %j', async (args) => {
  const before = await contents()
  expect((await seedScale(...args)).code).toBe(1)
  expect(await contents()).toEqual(before)
})
