import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { NOTIFICATION_FLAGS, PREFERENCE_PREFIX } from '#domain/notification-preferences.ts'

/** How many rows a database is filled with, and how they are spread. */
export type Rows = { ratings: number; ratingsPerPerson: number; videos: number }

/**
 * Fills a database for questions about plans and costs: the people of `rows`, their ratings, and as many favourites, views, notifications, settings and
 * messages as a tenth of the ratings. Triggers are off, so that a million rows take seconds; versions rise with the rows, as if each had come alone.
 */
export async function fillForPlans(admin: pg.Client, rows: Rows): Promise<void> {
  const { ratings, ratingsPerPerson, videos } = rows
  const people = Math.ceil(ratings / ratingsPerPerson)
  const tenth = Math.ceil(ratings / 10)
  const perPerson = Math.max(1, Math.floor(ratingsPerPerson / 10))
  const person = (n: string): string => `md5('person ' || ${n})::uuid`
  const youtube = (n: string): string => `'v' || lpad(to_hex(${n}), 10, '0')`
  const video = (n: string): string => `private.video_id(${youtube(n)})`
  // The n-th of a person's rows of a tenth, and whose it is
  const spread = `generate_series(0, ${tenth - 1}) as n, lateral (select n % ${people} as owner, n / ${people} as place) as spread`
  const someVideo = `(owner * 31 + place) % ${videos}`
  await admin.query('begin; set local session_replication_role = replica')
  const statements = [
    `insert into auth.users (id, email) select ${person('n')}, n || '@scale.test' from generate_series(0, ${people - 1}) as n`,
    `insert into public.profiles (id, username, row_version) select ${person('n')}, 'p' || n, 10 from generate_series(0, ${people - 1}) as n`,
    `insert into public.profile_private (user_id, birth_date, gender, area)
     select ${person('n')}, '1990-01-01', (array['female', 'male'])[1 + n % 2], 'area ' || n % 47 from generate_series(0, ${people - 1}) as n`,
    `insert into private.match_pool (user_id, gender, birth_date, area, activity, wanted_gender, trends, interests, refreshed_at)
     select user_id, gender, birth_date, area, 'casual', 'any', '{"gaming": 60, "music": 40}', '{music}', now() - interval '1 second' * row_number() over ()
     from public.profile_private`,
    `insert into public.videos (youtube_id, title, on_shelf, row_version)
     select ${youtube('n')}, 'title ' || n, n < 10000, 10 + n from generate_series(0, ${videos - 1}) as n`,
    `insert into private.video_totals (video_id, is_unpublished) select id, false from public.videos`,
    `insert into public.video_ratings (user_id, video_id, overall, edited_at, row_version)
     select ${person('owner')}, ${youtube(`(owner * 31 + place)::int % ${videos}`)}, 3 + n % 3, '{"overall": 1}', 100 + n
     from generate_series(0, ${ratings - 1}) as n, lateral (select n % ${people} as owner, n / ${people} as place) as spread`,
    `insert into private.touched_videos (user_id, video_id, row_version)
     select user_id, videos.id, video_ratings.row_version from public.video_ratings join public.videos on youtube_id = video_id`,
    `insert into public.favorites (user_id, video_id, edited_at, row_version, is_favorite)
     select ${person('owner')}, ${video(`(${someVideo})::int`)}, 1, 100 + n, place < 50 from ${spread}`,
    `insert into public.history (user_id, video_id, viewed_at, edited_at, row_version)
     select ${person('owner')}, ${video(`(${someVideo})::int`)}, now(), 1, 100 + n from ${spread}`,
    `insert into public.settings (user_id, name, value, edited_at, row_version)
     select ${person('owner')}, (array['theme', 'presence', 'matching-filter'])[1 + place % 3], '1', 1, 100 + n from ${spread} on conflict do nothing`,
    `insert into public.notifications (user_id, type, title, sender_id, row_version)
     select ${person('owner')}, 'system', 'title', ${person(`((owner + 1) % ${people})`)}, 100 + n from ${spread}`,
    `insert into public.notification_reads (id, user_id, is_read, row_version)
     select id, user_id, true, row_version from public.notifications where row_version % 2 = 0`,
    `insert into public.conversations (id, user1_id, user2_id, row_version)
     select md5('talk ' || n)::uuid, least(one, other), greatest(one, other), 100 + n
     from generate_series(0, ${people - 1}) as n, lateral (select ${person('n')} as one, ${person(`((n + 1) % ${people})`)} as other) as pair
     where one <> other on conflict do nothing`,
    `insert into public.messages (conversation_id, sender_id, recipient_id, body, seq, sent_at, row_version)
     select id, user1_id, user2_id, 'body', nextval('private.message_seq'), 1, 100 + place * ${people}
     from public.conversations, generate_series(0, ${perPerson - 1}) as place`,
    `insert into public.connections (user_id, connected_user_id, status, row_version)
     select user1_id, user2_id, 'connected', row_version from public.conversations`,
    `insert into private.met_profiles (user_id, met_id, row_version)
     select user1_id, user2_id, row_version from public.conversations
     union select user2_id, user1_id, row_version from public.conversations`,
    `insert into public.blocks (blocker_id, blocked_id)
     select ${person('n')}, ${person(`((n + 2) % ${people})`)} from generate_series(0, ${people - 1}, 3) as n where ${people} > 2`,
    `insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at, row_version)
     select blocker_id, blocked_id, true, 1, 100 from public.blocks
     union all select user1_id, user2_id, false, 1, row_version from public.conversations
     on conflict do nothing`,
    `insert into public.user_verification (user_id, verification_level, phone_verified, id_verified, phone_number, verification_provider, verification_id, verification_expiry, last_verified)
     select ${person('n')}, 3, true, true, '+819' || (100000000 + n), 'firebase', n, now(), now() from generate_series(0, ${people - 1}) as n`,
    `insert into public.sync_epochs (user_id, collection, epoch) select id, 'notifications', 2 from public.profiles`,
    `insert into public.notification_preferences (user_id) select id from public.profiles`,
    `insert into private.departed_videos (video_id, row_version)
     select gen_random_uuid(), 10 + n from generate_series(1, ${videos}) as n`,
    `insert into private.spending (user_id, noun, hour, written) select profiles.id, noun, date_trunc('hour', now()), 1 from public.profiles, private.budgets`,
    `insert into storage.objects (bucket_id, name) select 'avatars', ${person('n')} || '/face.webp' from generate_series(0, ${people - 1}) as n`,
    `insert into public.revocations (user_id, collection, document_id, row_version)
     select ${person('owner')}, 'messages', gen_random_uuid(), 100 + n from ${spread}`,
  ]
  for (const statement of statements) await admin.query(statement)
  await admin.query('commit')
  await admin.query('vacuum analyze')
}

/** Everybody's ids are made of their number. */
export function scaleId(kind: 'person' | 'video', number: number): string {
  const digest = createHash('md5').update(`${kind} ${number}`).digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** One of the people, to pull and push as. */
export const SOMEBODY = scaleId('person', 0)

type MakeRows = (time: number, count: number) => Record<string, unknown>[]

/** What a person pushes of a noun: the `time`-th batch of so many rows, half of which change what is there. */
export async function somebodysRows(admin: pg.Client, noun: string, person = 0): Promise<MakeRows> {
  const me = scaleId('person', person)
  const ids = async (sql: string): Promise<string[]> =>
    (await admin.query<{ id: string }>(sql, [me])).rows.map(({ id }) => id)
  const notifications = await ids('select id from public.notifications where user_id = $1 order by id')
  const conversations = await ids(
    'select id from public.conversations where $1 in (user1_id, user2_id) order by id',
  )
  // Preferences are copied to their table, which takes only values of their kinds.
  const names = Object.keys(NOTIFICATION_FLAGS).map((name) => `${PREFERENCE_PREFIX}${name}`)
  const atMost: Record<string, number> = { notification_reads: 2, conversations: 2, settings: names.length }
  const youtube = (number: number): string => `v${number.toString(16).padStart(10, '0')}`
  const keyed = (of: string): Record<string, unknown> => ({ id: `${me}|${of}`, user_id: me })
  const made: Record<string, (place: number, time: number) => Record<string, unknown>> = {
    favorites: (place, time) => {
      const video_id = scaleId('video', place * 17)
      return { ...keyed(video_id), video_id, is_favorite: false, edited_at: 10 + time }
    },
    history: (place, time) => {
      const video_id = scaleId('video', place * 17)
      return {
        ...keyed(video_id),
        video_id,
        viewed_at: '2026-01-01T00:00:00Z',
        is_deleted: false,
        edited_at: 10 + time,
      }
    },
    settings: (place, time) => {
      const name = names[place] ?? ''
      return { ...keyed(name), name, value: time % 2 === 0, edited_at: 10 + time }
    },
    // Half of them are blocked, and not the next time
    relations: (place, time) => {
      const other_id = scaleId('person', place + 1)
      return {
        ...keyed(other_id),
        other_id,
        is_blocked: (place + time) % 2 === 0,
        blocked_edited_at: 10 + time,
      }
    },
    ratings: (place, time) => {
      const video_id = youtube(place * 17)
      return {
        ...keyed(video_id),
        video_id,
        overall: 1 + (time % 5),
        comment: '',
        is_deleted: false,
        edited_at: { overall: 10 + time },
      }
    },
    notification_reads: (place, time) => ({
      id: notifications[place % notifications.length],
      user_id: me,
      is_read: true,
      read_edited_at: 10 + time,
      is_deleted: false,
      deleted_edited_at: 0,
    }),
    conversations: (place) => ({ id: conversations[place % conversations.length], read_seq: 1_000_000_000 }),
    messages: (place) => ({
      id: randomUUID(),
      conversation_id: conversations[0],
      sender_id: me,
      body: `body ${place}`,
      sent_at: 1,
    }),
  }
  return (time, count) =>
    Array.from(
      { length: Math.min(count, atMost[noun] ?? count) },
      (_, place) => made[noun]?.(place, time) ?? {},
    )
}
