import { describe, expect, it } from 'vitest'
import { sketchCache, VIDEOS } from '../testing/schema.ts'
import { findRelationship } from './find-relationship.ts'

const cache = sketchCache(VIDEOS)
const find = (origin: string, target: string, hint: string | null = null) =>
  findRelationship(cache, { schema: 'public', name: origin }, { target, hint })

describe('findRelationship', () => {
  it.each([
    ['videos', 'genres', null, 'many-to-one', 'genres'],
    ['videos', 'genre_id', null, 'many-to-one', 'genres'],
    ['videos', 'videos_genre_id_fkey', null, 'many-to-one', 'genres'],
    ['genres', 'videos', null, 'one-to-many', 'videos'],
    ['genres', 'videos', 'genre_id', 'one-to-many', 'videos'],
    ['videos', 'details', null, 'one-to-one', 'details'],
    ['details', 'videos', null, 'one-to-one', 'videos'],
    ['videos', 'tags', null, 'many-to-many', 'tags'],
    ['tags', 'videos', 'video_tags', 'many-to-many', 'videos'],
    ['videos', 'video_tags', null, 'one-to-many', 'video_tags'],
    ['letters', 'people', 'sender_id', 'many-to-one', 'people'],
    ['letters', 'people', 'letters_recipient_id_fkey', 'many-to-one', 'people'],
    ['people', 'letters', 'recipient_id', 'one-to-many', 'letters'],
    ['genres', 'genres', null, 'one-to-many', 'genres'],
    ['genres', 'genres', 'parent_id', 'one-to-many', 'genres'],
    ['genres', 'parent_id', null, 'many-to-one', 'genres'],
  ])('finds %s → %s!%s', (origin, target, hint, cardinality, name) => {
    expect(find(origin, target, hint)).toMatchObject({ cardinality, foreignTable: { name } })
  })

  it('joins a junction from both sides', () => {
    expect(find('videos', 'tags')).toMatchObject({
      junction: { name: 'video_tags' },
      sourceColumns: [['id', 'video_id']],
      targetColumns: [['id', 'tag_id']],
    })
    expect(find('tags', 'videos')).toMatchObject({
      sourceColumns: [['id', 'tag_id']],
      targetColumns: [['id', 'video_id']],
    })
  })

  it('offers the choices where there are several', () => {
    expect(() => find('letters', 'people')).toThrow(
      expect.objectContaining({
        status: 300,
        code: 'PGRST201',
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'letters with people',
            relationship: 'letters_sender_id_fkey using letters(sender_id) and people(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'letters with people',
            relationship: 'letters_recipient_id_fkey using letters(recipient_id) and people(id)',
          },
        ],
        hint: "Try changing 'people' to one of the following: 'people!letters_sender_id_fkey', 'people!letters_recipient_id_fkey'. Find the desired relationship in the 'details' key.",
      }),
    )
  })

  it('says what it looked for in vain', () => {
    expect(() => find('videos', 'gendres', 'x')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST200',
        message: "Could not find a relationship between 'videos' and 'gendres' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'videos' and 'gendres' using the hint 'x' in the schema 'public', but no matches were found.",
        hint: "Perhaps you meant 'genres' instead of 'gendres'.",
      }),
    )
    // A table with keys to both, which are no part of its own key, joins nothing.
    expect(() => find('videos', 'people')).toThrow(expect.objectContaining({ code: 'PGRST200', hint: null }))
    expect(() => find('videos', 'title')).toThrow(expect.objectContaining({ code: 'PGRST200' }))
  })

  it('does not embed tables of schemas that are not exposed, nor through them', () => {
    const hidden = sketchCache(
      VIDEOS.map((sketch) =>
        sketch.name === 'genres' || sketch.name === 'video_tags' ? { ...sketch, schema: 'private' } : sketch,
      ),
    )
    const origin = { schema: 'public', name: 'videos' }
    expect(() => findRelationship(hidden, origin, { target: 'genres', hint: null })).toThrow()
    expect(() => findRelationship(hidden, origin, { target: 'tags', hint: null })).toThrow()
  })
})

describe('functions as relationships', () => {
  const named = (name: string) => ({ schema: 'public', name })
  const functions = sketchCache(
    VIDEOS,
    [],
    [
      { function: named('videos'), table: named('genres'), foreignTable: named('videos'), isSingle: false },
      { function: named('newest'), table: named('genres'), foreignTable: named('videos'), isSingle: true },
    ],
  )
  const findHere = (origin: string, target: string, hint: string | null = null) =>
    findRelationship(functions, named(origin), { target, hint })

  it.each([null, 'genre_id', 'videos_genre_id_fkey'])(
    'take the place of what keys give between the two (hint %s)',
    (hint) => {
      expect(findHere('genres', 'videos', hint)).toMatchObject({ cardinality: 'computed', isSingle: false })
      expect(() => findHere('genres', 'videos_genre_id_fkey', hint)).toThrow(
        expect.objectContaining({ code: 'PGRST200' }),
      )
    },
  )

  it('go by their own name, and leave the other direction as it was', () => {
    expect(findHere('genres', 'newest')).toMatchObject({ isSingle: true, foreignTable: { name: 'videos' } })
    expect(findHere('videos', 'genres')).toMatchObject({ cardinality: 'many-to-one' })
  })
})

describe('relationships through views', () => {
  const target = (column: number, relation: number, origin: number): string =>
    `{TARGETENTRY :resno ${column} :resorigtbl ${relation} :resorigcol ${origin} :resjunk false}`
  const view = (name: string, columns: string[], targets: string[]) => ({
    name,
    columns,
    query: `({QUERY :targetList (${targets.join(' ')})})`,
  })
  const base = VIDEOS.length
  const withViews = sketchCache([
    ...VIDEOS,
    // videos is relation 2: id, title, genre_id.
    view('video_list', ['number bigint', 'category'], [target(1, 2, 1), target(2, 2, 3)]),
    view('short_list', ['nr bigint', 'cat'], [target(1, base + 1, 1), target(2, base + 1, 2)]),
    view('twice', ['id bigint', 'first', 'second'], [target(1, 2, 1), target(2, 2, 3), target(3, 2, 3)]),
    view('titles', ['title'], [target(1, 2, 2)]),
  ])
  const findIn = (origin: string, wanted: string, hint: string | null = null) =>
    findRelationship(withViews, { schema: 'public', name: origin }, { target: wanted, hint })

  it('carries keys into views, and into views over views', () => {
    expect(findIn('video_list', 'genres')).toMatchObject({ columns: [['category', 'id']] })
    expect(findIn('short_list', 'genres')).toMatchObject({ columns: [['cat', 'id']] })
    expect(findIn('genres', 'short_list')).toMatchObject({
      cardinality: 'one-to-many',
      columns: [['id', 'cat']],
    })
    expect(findIn('details', 'short_list')).toMatchObject({
      cardinality: 'one-to-one',
      columns: [['video_id', 'nr']],
    })
    expect(findIn('short_list', 'tags')).toMatchObject({ sourceColumns: [['nr', 'video_id']] })
  })

  it('gives a view the primary key that it shows', () => {
    expect(withViews.tables.get('public\0short_list')?.primaryKey).toEqual(['nr'])
    expect(withViews.tables.get('public\0titles')?.primaryKey).toEqual([])
  })

  it('finds a key twice where a view shows it twice', () => {
    expect(() => findIn('twice', 'genres')).toThrow(expect.objectContaining({ code: 'PGRST201' }))
    expect(findIn('twice', 'genres', 'second')).toMatchObject({ columns: [['second', 'id']] })
  })

  it('is not led in circles by views that were made to show each other', () => {
    const circle = sketchCache([
      ...VIDEOS,
      view('left', ['id bigint', 'genre_id'], [target(1, base + 2, 1), target(2, 2, 3)]),
      view('right', ['id bigint', 'genre_id'], [target(1, base + 1, 1), target(2, base + 1, 2)]),
    ])
    const origin = { schema: 'public', name: 'right' }
    expect(findRelationship(circle, origin, { target: 'genres', hint: null })).toMatchObject({
      columns: [['genre_id', 'id']],
    })
    expect(circle.tables.get('public\0right')?.primaryKey).toEqual([])
  })

  it('finds nothing where a view leaves the key out', () => {
    expect(() => findIn('titles', 'genres')).toThrow(expect.objectContaining({ code: 'PGRST200' }))
  })
})
