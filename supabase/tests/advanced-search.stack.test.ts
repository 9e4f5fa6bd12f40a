import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrder, matcherOf } from '#domain/advanced-match.ts'
import { AdvancedCriteria, VIDEO_ORDERS } from '#domain/advanced-search.ts'
import vectors from '#domain/advanced-search-vectors.json' with { type: 'json' }
import { GENRES } from '#domain/genres.ts'
import { AXES, SCORE_VALUES, SCORES } from '#domain/rating.ts'
import { videos } from '#sync/collections/videos.ts'
import { Connection } from './database.ts'

/** What a video of these tests has. */
const COLUMNS = {
  id: 'uuid',
  title: 'text',
  channel_title: 'text',
  genre_id: 'text',
  published_at: 'timestamptz',
  duration: 'integer',
  review_count: 'integer',
  rating_count: 'integer',
  avg_rating: 'numeric',
  ...Object.fromEntries(AXES.map((axis) => [`avg_${axis}`, 'numeric'])),
}

let database: Connection
let person: string
beforeAll(async () => {
  database = await Connection.open()
  person = await database.createPerson('seeker')
  await database.rows('update public.profiles set is_premium = true where id = $1', [person])
})
afterAll(() => database.close())

/** Work in a catalogue of these videos alone, of which nothing stays. */
async function inCatalogueOf(videos: readonly object[], work: () => Promise<void>): Promise<void> {
  await database.rows('begin')
  try {
    // Ids that are given decide the order of equals
    await database.rows('alter table public.videos alter column id drop expression')
    await database.rows('update public.videos set is_hidden = true where not is_hidden')
    const names = Object.keys(COLUMNS).join(', ')
    const types = Object.entries(COLUMNS).map((column) => column.join(' '))
    await database.rows(
      `insert into public.videos (youtube_id, ${names})
       select 'vector' || lpad((row_number() over ())::text, 5, '0'), ${names} from jsonb_to_recordset($1) as given (${types.join(', ')})`,
      [JSON.stringify(videos)],
    )
    await database.rows(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: person, role: 'authenticated' })],
    )
    await work()
  } finally {
    await database.rows('rollback')
  }
}

/** Ids of everything that the database finds, in its order. */
async function foundBySql(criteria: AdvancedCriteria): Promise<unknown[]> {
  const rows = await database.rows('select id from public.search_videos_advanced($1, 1, 100)', [
    JSON.stringify(criteria),
  ])
  return rows.map(({ id }) => id)
}

test('the database finds what the published vectors say', async () => {
  await inCatalogueOf(vectors.videos, async () => {
    for (const { name, criteria, found } of vectors.cases) {
      const ids = found.map((number) => vectors.videos[number - 1]?.id)
      expect([name, await foundBySql(v.parse(AdvancedCriteria, criteria))]).toEqual([name, ids])
    }
  })
})

const score = fc.constantFrom(...SCORE_VALUES)
const average = fc.integer({ min: 100, max: 500 }).map((hundredths) => hundredths / 100)
const words = fc
  .array(
    fc.constantFrom(
      'ネコ',
      'ねこ',
      '猫',
      'ﾈｺ',
      'ゲーム',
      'Ｎｅｋｏ',
      'neko',
      '100%',
      '_',
      ' ',
      '　',
      'が',
      'ガ',
    ),
    {
      maxLength: 4,
    },
  )
  .map((chosen) => chosen.join(''))
const moment = fc
  .integer({ min: 0, max: 40 })
  .map((halfDays) => new Date(Date.UTC(2025, 11, 25) + halfDays * 43_200_000).toISOString())
const genre = fc.constantFrom(...GENRES.slice(0, 4).map(({ id }) => id))
const catalogue = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    title: words,
    channel_title: words,
    genre_id: fc.option(genre),
    published_at: fc.option(moment),
    duration: fc.constantFrom(0, 59, 60, 61, 299, 300, 301, 3_600),
    review_count: fc.nat(3),
    rating_count: fc.nat(3),
    avg_rating: fc.oneof(fc.constant(0), average),
    ...Object.fromEntries(AXES.map((axis) => [`avg_${axis}`, fc.option(average)] as const)),
  }),
  { minLength: 15, maxLength: 40, selector: ({ id }) => id },
)
const anyCriteria = fc.record(
  {
    text: words,
    channel: words,
    genres: fc.uniqueArray(genre, { maxLength: 3 }),
    ...Object.fromEntries(SCORES.map((name) => [name, score] as const)),
    minutes_from: fc.constantFrom(0, 1, 5),
    minutes_to: fc.constantFrom(1, 5, 60),
    published_from: moment,
    published_before: moment,
    order: fc.constantFrom(...VIDEO_ORDERS),
  },
  { requiredKeys: ['order'] },
)
/** Most criteria of nine at once find nothing: few of them are asked for. */
const fewCriteria = fc
  .tuple(anyCriteria, fc.infiniteStream(fc.nat(2)))
  .map(([given, dice]) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => name === 'order' || dice.next().value === 0)),
  )

test('the database and a device find the same, in the same order, whatever the catalogue', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      catalogue,
      fc.array(fewCriteria, { minLength: 20, maxLength: 20 }),
      async (videos, asked) => {
        await inCatalogueOf(videos, async () => {
          for (const one of asked) {
            const criteria = v.parse(AdvancedCriteria, one)
            const expected = inOrder(videos.filter(matcherOf(criteria)), criteria.order).map(({ id }) => id)
            found += expected.length
            expect(await foundBySql(criteria)).toEqual(expected)
          }
        })
      },
    ),
    { numRuns: 15 },
  )
  // How much is found is chance; nothing at all would compare nothing
  expect(found).toBeGreaterThan(0)
})

test('what a plain search finds stands on a device in the order of the database, undated videos last', async () => {
  const ids = ['d', 'a', 'c', 'b'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`)
  const times = ['2020-01-01T00:00:00Z', null, '2021-01-01T00:00:00Z', null]
  const [like] = vectors.videos
  const given = ids.map((id, index) => ({ ...like, id, title: '並ぶ猫', published_at: times[index] }))
  await inCatalogueOf(given, async () => {
    const rows = await database.rows('select id from public.search_videos($1)', ['並ぶ猫'])
    const places = given.map((video) => {
      const held = videos.parse({
        ...video,
        youtube_id: '',
        row_version: 1,
        created_at: '2026-01-01T00:00:00Z',
      })
      return `${held?.recent_key} ${video.id}`
    })
    const onDevice = places.toSorted().map((place) => place.split(' ')[1])
    expect(rows.map(({ id }) => id)).toEqual(onDevice)
    expect(rows.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1], ids[3]])
  })
})
