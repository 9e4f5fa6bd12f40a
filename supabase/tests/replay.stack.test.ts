import { afterAll, beforeAll, expect, test } from 'vitest'
import { Connection, favorite, message, rating } from './database.ts'

let one: Connection
let other: Connection
beforeAll(async () => {
  one = await Connection.open()
  other = await Connection.open()
})
afterAll(() => Promise.all([one.close(), other.close()]))

/** A batch of every noun, with one row in the future. */
async function batches(person: string): Promise<Record<string, object[]>> {
  const partner = await one.createPerson('partner')
  const blocked = await one.createPerson('blocked')
  const [video, second] = await one.createVideos(2)
  if (!video || !second) throw new Error('no videos')
  const conversation = await one.openConversation(person, partner)
  await one.checkAges([person])
  const notification = await one.value(
    `select public.create_notification($1, 'system', 'title', 'message')`,
    [person],
  )
  return {
    favorites: [favorite(person, video), favorite(person, second, true, 9_000_000_000_000)],
    ratings: [
      rating(
        person,
        video,
        { overall: 4, clarity: 2, comment: 'good' },
        { overall: 5, clarity: 6, comment: 9_000_000_000_000 },
      ),
    ],
    history: [
      {
        id: `${person}|${video.id}`,
        user_id: person,
        video_id: video.id,
        viewed_at: '2026-01-01T00:00:00Z',
        is_deleted: false,
        edited_at: 7,
      },
    ],
    settings: [
      { id: `${person}|theme`, user_id: person, name: 'theme', value: { dark: true }, edited_at: 8 },
    ],
    relations: [
      {
        id: `${person}|${blocked}`,
        user_id: person,
        other_id: blocked,
        is_blocked: true,
        blocked_edited_at: 9_000_000_000_000,
      },
    ],
    messages: [message(person, conversation, 'one'), message(person, conversation, 'two')],
    notification_reads: [{ id: notification, user_id: person, is_read: true, is_deleted: false }],
  }
}

/** Every row of the person, whichever table. */
const state = (person: string): Promise<unknown> =>
  one.value(
    `select jsonb_build_object(
       'favorites', (select jsonb_agg(favorites order by id) from public.favorites where user_id = $1),
       'ratings', (select jsonb_agg(video_ratings order by id) from public.video_ratings where user_id = $1),
       'history', (select jsonb_agg(history order by id) from public.history where user_id = $1),
       'settings', (select jsonb_agg(settings order by id) from public.settings where user_id = $1),
       'relations', (select jsonb_agg(relations order by id) from public.relations where user_id = $1),
       'messages', (select jsonb_agg(messages order by seq) from public.messages where sender_id = $1),
       'notifications', (select jsonb_agg(notifications order by id) from public.notifications where user_id = $1),
       'conversations', (select jsonb_agg(conversations order by id) from public.conversations where $1 in (user1_id, user2_id)),
       'pokes', (select count(*) from realtime.messages where topic = 'user:' || $1::text)
     )`,
    [person],
  )

const pushAll = (connection: Connection, person: string, all: Record<string, object[]>): Promise<unknown> =>
  connection.as(person, () => connection.pushAll(all))

test('a push whose reply was lost changes nothing when it comes again', async () => {
  const person = await one.createPerson()
  const all = await batches(person)
  const first = await pushAll(one, person, all)
  const stored = await state(person)
  expect(await pushAll(one, person, all)).toEqual(first)
  expect(await state(person)).toEqual(stored)
})

test('the same push from two tabs at once is stored once', async () => {
  const person = await one.createPerson()
  const all = await batches(person)
  const [first, second] = await Promise.all([pushAll(one, person, all), pushAll(other, person, all)])
  expect(second).toEqual(first)
  expect(await one.value('select count(*)::int from public.messages where sender_id = $1', [person])).toBe(2)
})

test('a push is poked to the other devices by a message in the private channel, once it is committed', async () => {
  const person = await one.createPerson()
  const [video] = await one.createVideos(1)
  if (!video) throw new Error('no video')
  const pokes = (): Promise<unknown[]> =>
    other.rows(
      `select payload -> 'collections' as collections, event, private, extension from realtime.messages where topic = 'user:' || $1::text`,
      [person],
    )
  await other.rows(`delete from realtime.messages where topic = 'user:' || $1::text`, [person])
  await one.beginAs(person)
  await one.push('favorites', [favorite(person, video)])
  expect(await pokes()).toEqual([])
  await one.commit()
  expect(await pokes()).toEqual([
    { collections: ['favorites'], event: 'poke', private: true, extension: 'broadcast' },
  ])
})
