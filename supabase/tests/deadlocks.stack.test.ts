import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnDatabase, type OwnDatabase } from '../../sync/integration/model/database.ts'
import { videoIdOf } from '../../src/domain/video-id.ts'
import { favorite, message, rating } from './database.ts'

const PEOPLE = Array.from({ length: 12 }, () => randomUUID())
const VIDEOS = Array.from({ length: 60 }, (_, number) => {
  const youtube_id = `video${String(number).padStart(6, '0')}`
  return { id: videoIdOf(youtube_id), youtube_id }
})
const ROUNDS = 8
const CREATOR = PEOPLE[0] ?? ''

let database: OwnDatabase
beforeAll(async () => {
  database = await openOwnDatabase()
  const { admin } = database
  await admin.query(`alter system set deadlock_timeout = '50ms'`)
  await admin.query('select pg_reload_conf()')
  for (const [number, id] of PEOPLE.entries()) {
    await admin.query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
      id,
      `${number}@deadlocks.test`,
      { username: `person${number}` },
    ])
  }
  await admin.query(`update public.profile_private set birth_date = '1990-01-01'`)
  await admin.query(`update public.profiles set is_premium = true, premium_plan = 'monthly'`)
  await admin.query(
    `insert into public.videos (youtube_id, title, channel_title, youtuber, genre_id)
     select video ->> 'youtube_id', 'title', 'channel', $2, 'gaming' from jsonb_array_elements($1) as video`,
    [JSON.stringify(VIDEOS), CREATOR],
  )
  await admin.query(
    `select private.open_conversation(one, other) from unnest($1::uuid[]) as one, unnest($1::uuid[]) as other where one < other`,
    [PEOPLE],
  )
})
afterAll(() => database.stop())

type Lane = { client: pg.Client; person: string; number: number; conversations: string[] }

async function openLane(person: string, number: number): Promise<Lane> {
  const client = await database.connect()
  // Whoever waits here waits as long as on the server.
  await client.query('reset lock_timeout; reset enable_hashjoin; reset enable_mergejoin')
  const { rows } = await client.query<{ id: string }>(
    'select id from public.conversations where $1 in (user1_id, user2_id) order by md5(id::text || $1::text)',
    [person],
  )
  return { client, person, number, conversations: rows.map(({ id }) => id) }
}

async function as({ client, person }: Lane, sql: string, values: unknown[]): Promise<unknown> {
  await client.query('begin')
  try {
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: person, role: 'authenticated' })],
    )
    const { rows } = await client.query<{ answer: unknown }>(sql, values)
    await client.query('commit')
    return rows[0]?.answer
  } catch (error) {
    await client.query('rollback')
    // Its log tells who waited for whom.
    if (error instanceof pg.DatabaseError && error.code === '40P01') return null
    throw error
  }
}

/** The videos in an order of the lane's own, so that no two agree on which comes first. */
const shuffled = (number: number, round: number): typeof VIDEOS =>
  VIDEOS.map((video, place) => ({ video, order: ((place + 1) * (2 * number + 3) * (round + 7)) % 61 }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ video }) => video)

function batchesOf({ person, number, conversations }: Lane, round: number): Record<string, object[]> {
  const time = round + 1
  const others = PEOPLE.filter((id) => id !== person)
  const newOnes = VIDEOS.length / 2 + round * 4
  return {
    relations: others.slice(0, 4).map((other_id, place) => ({
      id: `${person}|${other_id}`,
      user_id: person,
      other_id,
      is_blocked: false,
      blocked_edited_at: 0,
      liking: (place + round) % 2 === 0 ? 'like' : 'none',
      liking_edited_at: time,
    })),
    settings: [{ id: `${person}|theme`, user_id: person, name: 'theme', value: `${round}`, edited_at: time }],
    history: shuffled(number, round).map((video) => ({
      id: `${person}|${video.id}`,
      user_id: person,
      video_id: video.id,
      viewed_at: '2026-01-01T00:00:00Z',
      is_deleted: false,
      edited_at: time,
    })),
    favorites: shuffled(number, round).map((video, place) =>
      favorite(person, video, (place + round) % 2 === 0, time),
    ),
    // Some are there already, some are new.
    ratings: shuffled(number, round)
      .slice(0, newOnes)
      .map((video) =>
        rating(
          person,
          video,
          { overall: 1 + (round % 5), comment: `@person${(number + round) % 12} ${round}` },
          { overall: time, comment: time },
        ),
      ),
    messages: conversations.slice(0, 5).map((conversation) => message(person, conversation, 'やあ')),
    conversations: conversations.map((id) => ({ id, read_seq: 1_000_000_000 })),
  }
}

async function pushAll(lane: Lane, round: number): Promise<void> {
  await as(lane, 'select public.sync_push($1) as answer', [JSON.stringify(batchesOf(lane, round))])
}

/** What members write without a push, several rows at once. */
async function writeDirectly(lane: Lane, round: number): Promise<void> {
  const videos = shuffled(lane.number, round).map(({ youtube_id }) => youtube_id)
  await as(
    lane,
    `insert into public.video_ratings (user_id, video_id, overall, comment, edited_at)
     select $1, video_id, 4, '', '{"overall": 1}' from unnest($2::text[]) as video_id
     on conflict (id) do update set overall = excluded.overall, edited_at = excluded.edited_at`,
    [lane.person, videos],
  )
  const { rows } = await lane.client.query<{ id: string }>(
    `select id from public.video_ratings where user_id <> $1::uuid order by md5(id || $1) limit 10`,
    [lane.person],
  )
  for (const { id } of rows) {
    await as(
      lane,
      'insert into public.rating_likes (rating_id, user_id) values ($1, $2) on conflict do nothing',
      [id, lane.person],
    )
    await as(
      lane,
      `insert into public.rating_replies (rating_id, user_id, body) values ($1, $2, '@person1 @person2 はい')`,
      [id, lane.person],
    )
  }
}

test('all nouns and all scheduled work at once end without one deadlock', { timeout: 300_000 }, async () => {
  const lanes = await Promise.all(PEOPLE.map(openLane))
  const scheduler = await openLane(CREATOR, 0)
  let isWriting = true
  const work = async (): Promise<void> => {
    while (isWriting) {
      await scheduler.client.query(
        `update private.scheduled_work set last_run_at = '-infinity', failed_at = null`,
      )
      await scheduler.client.query('call private.do_scheduled_work()')
    }
  }
  const working = work()
  try {
    await Promise.all(
      lanes.map(async (lane) => {
        for (let round = 0; round < ROUNDS; round++) {
          await pushAll(lane, round)
          if ((lane.number + round) % 3 === 0) await writeDirectly(lane, round)
        }
      }),
    )
  } finally {
    isWriting = false
    await working
  }
  const failed = await database.admin.query(
    'select name, failure from private.scheduled_work where failure is not null',
  )
  expect(failed.rows).toEqual([])
  // A connection tells its numbers when it ends. A deadlock that a push or a step has caught stands in no log.
  await Promise.all([...lanes, scheduler].map(({ client }) => client.end()))
  const { rows } = await database.admin.query<{ deadlocks: number; log: string }>(
    `select deadlocks::integer, pg_read_file(current_setting('data_directory') || '/../postgres.log') as log
     from pg_stat_database where datname = current_database()`,
  )
  expect(rows[0]?.log.match(/deadlock detected(\n.*){0,12}/g) ?? []).toEqual([])
  expect(rows[0]?.deadlocks).toBe(0)
})
