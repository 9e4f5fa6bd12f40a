import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { SYNC_REFUSALS } from '#domain/errors.ts'
import { GENRES } from '#domain/genres.ts'
import {
  BIO_MAX_LENGTH,
  COMMENT_MAX_LENGTH,
  CONNECTION_REQUESTS_PER_DAY,
  FREE_FAVORITE_LIMIT,
  MESSAGE_MAX_LENGTH,
  MESSAGE_WINDOW,
  QUERY_MAX_LENGTH,
  USERNAME_MAX_LENGTH,
} from '#domain/limits.ts'
import { ADULT_AGE } from '#domain/age.ts'
import { CONTACT_KINDS, CONTACT_MESSAGE_MAX_LENGTH, CONTACT_NAME_MAX_LENGTH } from '#domain/contact.ts'
import { CHANNEL_TITLE_MAX_LENGTH } from '#domain/channel.ts'
import { BOOKING_STATUSES, PAYMENT_STATUSES } from '#domain/creator.ts'
import { FREE_MATCH_CANDIDATES, PREMIUM_MATCH_CANDIDATES } from '#domain/matching.ts'
import vectors from '#domain/matching-vectors.json' with { type: 'json' }
import { FREE_NOTIFICATION_TYPES, NOTIFICATION_TYPES, PRIORITIES } from '#domain/notification.ts'
import { NOTIFICATION_FLAGS, NOTIFICATION_NUMBERS } from '#domain/notification-preferences.ts'
import { AREA_MAX_LENGTH, AVATAR_MAX_BYTES, GENDERS, INTERESTS_MAX, isPlainName } from '#domain/profile.ts'
import { BOOKING_DURATIONS, BOOKING_HELD_MS, BOOKING_MAX_AHEAD_DAYS } from '#domain/promotions.ts'
import { AXES, SCORES } from '#domain/rating.ts'
import { SETTING_NAMES } from '#domain/setting-names.ts'
import { foldForSearch } from '#domain/search-fold.ts'
import foldVectors from '#domain/search-fold-vectors.json' with { type: 'json' }
import { hasSomethingToSee } from '#domain/text.ts'
import { Connection } from './database.ts'

let database: Connection
beforeAll(async () => {
  database = await Connection.open()
})
afterAll(() => database.close())

/** The quoted words of a constraint or policy, as the database keeps it. */
async function wordsOf(sql: string): Promise<string[]> {
  const text = v.parse(v.string(), await database.value(sql))
  return [...text.matchAll(/'([^']+)'::/g)].map(([, word = '']) => word).toSorted()
}
const constraint = (name: string): string =>
  `select pg_get_constraintdef(oid) from pg_constraint where conname = '${name}'`

test('genres are those of the domain, in their order', async () => {
  expect(await database.rows('select id, name from public.genres order by position')).toEqual([...GENRES])
})

test('notification types and priorities are those of the domain', async () => {
  expect(await wordsOf(constraint('notifications_type_known'))).toEqual(NOTIFICATION_TYPES.toSorted())
  expect(await wordsOf(constraint('notifications_priority_known'))).toEqual(PRIORITIES.toSorted())
  expect(
    await wordsOf(
      `select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = 'public.notifications'::regclass and polcmd = 'r'`,
    ),
  ).toEqual([...FREE_NOTIFICATION_TYPES, 'high'].toSorted())
})

test('the settings of an account are those of the domain', async () => {
  expect(await wordsOf(constraint('settings_name_known'))).toEqual([...SETTING_NAMES].toSorted())
})

test('notification preferences and their defaults are those of the domain', async () => {
  const stated = await database.rows(
    `select attname, pg_get_expr(adbin, adrelid) as stands from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = 'public.notification_preferences'::regclass and atttypid in ('boolean'::regtype, 'integer'::regtype)`,
  )
  expect(
    Object.fromEntries(stated.map(({ attname, stands }) => [attname, JSON.parse(String(stands))])),
  ).toEqual({
    ...NOTIFICATION_FLAGS,
    ...NOTIFICATION_NUMBERS,
  })
})

test('limits are those of the domain', async () => {
  const lengths = await database.rows(
    `select conname, (regexp_match(pg_get_constraintdef(oid), '<= (\\d+)'))[1]::int as length from pg_constraint
     where conname in ('profiles_username_length', 'profiles_bio_length', 'video_ratings_comment_length', 'messages_body_length')
     order by conname`,
  )
  expect(lengths.map(({ length }) => length)).toEqual([
    MESSAGE_MAX_LENGTH,
    BIO_MAX_LENGTH,
    USERNAME_MAX_LENGTH,
    COMMENT_MAX_LENGTH,
  ])
  expect(await database.value('select private.free_favorite_limit()')).toBe(FREE_FAVORITE_LIMIT)
  expect(await database.value('select private.message_window()')).toBe(MESSAGE_WINDOW)
})

test('a profile holds what the domain says', async () => {
  const limitOf = async (name: string): Promise<number> =>
    Number(/<= (\d+)/.exec(String(await database.value(constraint(name))))?.[1])
  expect(await limitOf('profiles_interests_few')).toBe(INTERESTS_MAX)
  expect(await limitOf('profile_private_area_length')).toBe(AREA_MAX_LENGTH)
  expect(await wordsOf(constraint('profile_private_gender_known'))).toEqual(GENDERS.toSorted())
  expect(
    Number(await database.value(`select file_size_limit from storage.buckets where id = 'avatars'`)),
  ).toBe(AVATAR_MAX_BYTES)
  const names = [
    'みお',
    '👩‍👩‍👧',
    'a\nb',
    '\u202Ea',
    '\u2066a',
    'a\u200B',
    '\u3164',
    '\u200D',
    ' ',
    '\u3000',
    'a\u200Cb',
    '\uFEFFa',
  ]
  const plain = await database.rows(
    'select private.is_plain_name(name) as plain from unnest($1::text[]) with ordinality as given (name, place) order by place',
    [names],
  )
  expect(plain.map((row) => row['plain'])).toEqual(names.map(isPlainName))
})

test('there is something to see in what the domain says', async () => {
  const chars = Array.from({ length: 0xff_ff }, (_, index) => String.fromCharCode(index + 1)).filter((char) =>
    char.isWellFormed(),
  )
  const seen = await database.rows(
    'select char from unnest($1::text[]) with ordinality as given (char, place) where private.has_words(char) order by place',
    [chars],
  )
  expect(seen.map((row) => row['char'])).toEqual(chars.filter(hasSomethingToSee))
})

test('a question is what the domain says', async () => {
  const limitOf = async (name: string): Promise<number> =>
    Number(/<= (\d+)/.exec(String(await database.value(constraint(name))))?.[1])
  expect(await wordsOf(constraint('contacts_kind_known'))).toEqual(CONTACT_KINDS.toSorted())
  expect(await limitOf('contacts_name_length')).toBe(CONTACT_NAME_MAX_LENGTH)
  expect(await limitOf('contacts_message_length')).toBe(CONTACT_MESSAGE_MAX_LENGTH)
})

test('every refusal the database gives is one the device knows', async () => {
  const source = v.parse(
    v.string(),
    await database.value(`select pg_get_functiondef('private.refusal_code(text, text)'::regprocedure)`),
  )
  const given = [...source.matchAll(/THEN '(\w+)'|ELSE '(\w+)'/g)].map(([, one, other]) => one ?? other ?? '')
  expect(given.length).toBeGreaterThan(6)
  expect(given.filter((code) => !SYNC_REFUSALS.some((known) => known === code))).toEqual([])
})

test('a rating has the axes of the domain, a video their averages', async () => {
  const columns = await database.rows(
    `select attname from pg_attribute where attrelid = 'public.video_ratings'::regclass and atttypid = 'numeric'::regtype order by attname`,
  )
  expect(columns.map(({ attname }) => attname)).toEqual(SCORES.toSorted())
  const averages = await database.rows(
    `select attname from pg_attribute where attrelid = 'public.videos'::regclass and attname like 'avg\\_%' order by attname`,
  )
  expect(averages.map(({ attname }) => attname)).toEqual(
    [...AXES.map((axis) => `avg_${axis}`), 'avg_rating'].toSorted(),
  )
})

test('a query is read as far as the device sends it', async () => {
  const source = await database.value(
    `select pg_get_functiondef('public.search_videos(text, integer, integer, text)'::regprocedure)`,
  )
  expect(source).toContain(`left(query, ${QUERY_MAX_LENGTH})`)
})

test('search folds text as the device does, and every character that both know', async () => {
  const fold = async (texts: string[]) =>
    database.value(
      `select jsonb_agg(private.fold(text) order by place) from unnest($1::text[]) with ordinality as t (text, place)`,
      [texts],
    )
  const texts = [...foldVectors.alike.flatMap((alike) => alike.texts), ...foldVectors.unlike.flat(), '', '👍🏽']
  expect(await fold(texts)).toEqual(texts.map(foldForSearch))

  const known = v
    .parse(
      v.array(v.number()),
      await database.value(
        // The planes of rare ideographs and of nobody's characters are left out
        `select jsonb_agg(code) from generate_series(1, 131071) as code
       where code not between 55296 and 57343 and unicode_assigned(chr(code))`,
      ),
    )
    .map((code) => String.fromCodePoint(code))
  expect(known.length).toBeGreaterThan(80_000)
  // Marks and blanks meet a letter on either side
  const amid = known.map((char) => `か${char}s`)
  expect(await fold(amid)).toEqual(amid.map(foldForSearch))
})

test.each(vectors.map((vector) => [vector.name, vector] as const))(
  'the database counts the points of a match as the domain does: %s',
  async (_name, { features, score }) => {
    const [row] = await database.rows(`select private.match_score('${JSON.stringify(features)}') as score`)
    expect(row).toEqual({ score })
  },
)

test('a day has as many candidates as the domain says', async () => {
  expect(
    await database.rows(
      'select private.match_candidate_limit(false) as free, private.match_candidate_limit(true) as premium',
    ),
  ).toEqual([{ free: FREE_MATCH_CANDIDATES, premium: PREMIUM_MATCH_CANDIDATES }])
})

test('an adult is as old as the domain says', async () => {
  expect(await database.rows('select private.adult_age() as age')).toEqual([{ age: ADULT_AGE }])
})

test('as many people are asked for a connection in a day as the domain says', async () => {
  const limit = await database.value('select private.connection_requests_per_day()')
  expect(limit).toBe(CONNECTION_REQUESTS_PER_DAY)
})

test('what a booking can be is what the domain knows', async () => {
  expect(await wordsOf(constraint('slot_bookings_status_known'))).toEqual(BOOKING_STATUSES.toSorted())
  expect(await wordsOf(constraint('slot_bookings_payment_status_known'))).toEqual(PAYMENT_STATUSES.toSorted())
  const durations = v.parse(v.string(), await database.value(constraint('slot_bookings_duration_known')))
  expect([...durations.matchAll(/\d+/g)].map(Number)).toEqual([...BOOKING_DURATIONS])
  expect(await database.value(constraint('youtuber_profiles_channel_title_length'))).toContain(
    String(CHANNEL_TITLE_MAX_LENGTH),
  )
})

test('a booking reaches as far ahead and is held as long', async () => {
  expect(await database.value('select extract(epoch from private.release_time())::integer * 1000')).toBe(
    BOOKING_HELD_MS,
  )
  const booking = v.parse(
    v.string(),
    await database.value("select pg_get_functiondef('public.book_slot'::regproc)"),
  )
  expect(booking).toContain(`starts > today + ${BOOKING_MAX_AHEAD_DAYS} `)
})
